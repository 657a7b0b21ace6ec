import { useQuery } from '@tanstack/react-query';
import type { UserId } from '@wentwell/contract/ids';
import { meetingReport } from '@wentwell/contract/meeting-report';
import { reportMarkdown } from '@wentwell/contract/report-markdown';
import { summaryMailPolicy } from '@wentwell/contract/summary-mail';
import { titleOfTopic } from '@wentwell/contract/topics';
import { Copy, Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { meetingNow } from '#web/api/server-time';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { CatchUpLink } from '#web/features/catch-up/CatchUpLink.tsx';
import { NoteText } from '#web/features/notes/NoteText.tsx';
import { ExportItems } from '#web/features/report/ExportMenu.tsx';
import { MeetingReport } from '#web/features/report/MeetingReport.tsx';
import { SendSummary } from '#web/features/report/SendSummary.tsx';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import { ThanksList } from '#web/features/thanks/Thanks.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { preview } from '#web/ui/preview';
import { Link } from '#web/ui/router/Link.tsx';

import { CarryOver } from './CarryOver.tsx';
import { ReportedScores } from './CheckInArea.tsx';
import { GuestEnd } from './GuestEnd.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import { ReportedActions } from './MeetingActions.tsx';

const AiSummarySection = lazyPart(
  () => import('#web/features/report/AiSummary.tsx'),
  'AiSummarySection',
);

/** The report of a meeting that is over. Guests get a thank-you instead. */
export function ReportArea(): ReactNode {
  const { board } = useMeetingParts();
  return board.you.role === 'guest' ? <GuestEnd /> : <ReportOfMeeting />;
}

function ReportOfMeeting(): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  const { meeting } = board;
  const isGuest = useIsGuest();
  const maySend = summaryMailPolicy(who, meetingNow(meeting)) === 'allowed';
  const team = useQuery(ownTeamQuery(board.meeting.team_id)).data;
  const teamName = team?.name ?? null;

  function copy(): void {
    const texts = { nameOf: (userId: UserId) => personOf(userId).name, teamName };
    void copyText(reportMarkdown(report, texts), 'Report copied as Markdown');
  }

  return (
    <MeetingReport
      report={report}
      teamName={teamName}
      actions={
        <ReportedActions
          actions={report.actions}
          topicOf={({ id }) =>
            report.topics.find(({ actions }) => actions.some((each) => each.id === id))?.title
          }
        />
      }
      notDiscussedAside={
        report.notDiscussed.length > 1 && <CarryOver topics={report.notDiscussed} />
      }
      notDiscussedEnd={(topic) => (
        <CarryOver topics={[topic]}>
          Carry over <span className="sr-only">“{preview(topic.title, 40)}”</span>
        </CarryOver>
      )}
      buttons={
        isGuest ? (
          <Button size="sm" icon={<Copy />} onClick={copy}>
            Copy as Markdown
          </Button>
        ) : (
          <>
            <CatchUpLink meetingId={meeting.id} userId={who.userId} />
            {meeting.settings.anonymous && (
              <Link
                to={`/meetings/${meeting.id}/anonymity`}
                className={buttonClass({ size: 'sm' })}
              >
                Evidence of anonymity
              </Link>
            )}
            {maySend && <SendSummary meeting={meeting} personOf={personOf} />}
            <Menu
              trigger={
                <Button size="sm" icon={<Download aria-hidden="true" />}>
                  Export
                </Button>
              }
            >
              <MenuItem icon={<Copy />} onSelect={copy}>
                Copy as Markdown
              </MenuItem>
              <ExportItems meeting={meeting} />
            </Menu>
          </>
        )
      }
      personOf={personOf}
      textOf={textOf}
      thanks={<ThanksList thanks={report.thanks} personOf={personOf} />}
      summary={
        team?.ai === true && (
          <AiSummarySection
            meetingId={meeting.id}
            me={who.userId}
            mayWrite={maySend}
            personOf={personOf}
          />
        )
      }
      scores={<ReportedScores />}
    />
  );
}

function textOf(content: string): ReactNode {
  return <NoteText content={content} />;
}
