import { useQuery } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions/actions';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { UserId } from '@wentwell/contract/ids';
import {
  countText,
  type MeetingReport,
  meetingReport,
  minutesOf,
  whenText,
} from '@wentwell/contract/report/meeting-report';
import { reportMarkdown } from '@wentwell/contract/report/report-markdown';
import { summaryMailPolicy } from '@wentwell/contract/report/summary-mail';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { CircleCheck, Copy, Download, CircleSlash, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';

import { aiSummaryQuery } from '#web/api/ai-service';
import { meetingNow } from '#web/api/server-time';
import { formerOwnerText } from '#web/features/actions/action-age';
import {
  DueField,
  isUnassigned,
  OwnerSelect,
  useUnassignedFirst,
} from '#web/features/actions/ActionFields.tsx';
import { ActionFacts } from '#web/features/actions/ActionRow.tsx';
import { useIsGuest, useMe, useSession } from '#web/features/auth/session.tsx';
import { keepEnded, openClaim } from '#web/features/guests/guest-session';
import { useAllMembers } from '#web/features/members/members.queries';
import { EndSheets, EndSummary } from '#web/features/report/EndScene.tsx';
import { ExportItems } from '#web/features/report/ExportMenu.tsx';
import { SendSummary } from '#web/features/report/SendSummary.tsx';
import { reportRow } from '#web/features/report/TopicList.tsx';
import { Fold, NotDiscussed, Section, TopicReport } from '#web/features/report/TopicReport.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { preview } from '#web/ui/preview';
import { useRootMark } from '#web/ui/root-mark';
import { Link } from '#web/ui/router/Link.tsx';

import { CarryOver } from './CarryOver.tsx';
import { ReportedScores } from './CheckInArea.tsx';
import { ReportLinks, ReportParts, useBesideBoard } from './feature-parts.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import { useTools } from './MeetingActions.tsx';
import { NextRetro } from './NextRetro.tsx';

import './report.css';

const AiSummarySection = lazyPart(
  () => import('#web/features/report/AiSummary.tsx'),
  'AiSummarySection',
);

const columnClass = 'report-column grid grid-cols-1 content-start gap-10 empty:hidden';

/** The report of a meeting that is over. Guests get a thank-you instead. */
export function ReportArea(): ReactNode {
  const { board } = useMeetingParts();
  return board.you.role === 'guest' ? <GuestEnd /> : <ReportOfMeeting />;
}

function ReportOfMeeting(): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  const isGuest = useIsGuest();
  const { select } = useCurrentTeam();
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  const { meeting, topics, notDiscussed, wasDiscussed, actions, actionNotes } = report;
  const maySend = summaryMailPolicy(who, meetingNow(board.meeting)) === 'allowed';
  const team = useQuery(ownTeamQuery(board.meeting.team_id)).data;
  const { members = [] } = useAllMembers(team?.id ?? null);
  const owner = personOf(meeting.owner_id);
  useRootMark('report');
  const facts = [team?.name, whenText(meeting), `Led by ${owner.name}`].filter(Boolean);

  return (
    <div className="report-place min-h-0 flex-1 overflow-x-hidden overflow-y-auto py-8">
      <div className="report mx-auto grid max-w-280 grid-cols-1 gap-10 max-sm:gap-8 max-lg:px-4">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <SmallPart>
              <h2 className="text-xl font-bold wrap-anywhere">{meeting.name}</h2>
              <p className="mt-1 text-soft">
                <CircleCheck className="mr-1.5 inline size-4 text-success-text" />
                {['Finished', ...facts].join(' · ')}
              </p>
            </SmallPart>
          </div>
          <div className="flex flex-wrap gap-2">
            <SmallPart>
              <ReportButtons report={report} maySend={maySend} />
            </SmallPart>
          </div>
        </header>

        <Section
          title="Action items"
          count={actions.length}
          aside={
            !isGuest &&
            isInTeam(who) && (
              <div className="print:hidden">
                <Link
                  to="/actions"
                  onClick={() => void select(meeting.team_id)}
                  className={buttonClass({ size: 'sm', variant: 'ghost' })}
                >
                  <Plus className="size-4" /> Add{' '}
                  <span className="sr-only">on the Actions page</span>
                </Link>
              </div>
            )
          }
        >
          {actions.length + actionNotes.length === 0 && (
            <p className="text-soft">No action items were agreed on.</p>
          )}
          {actions.length > 0 && (
            <ReportedActions
              actions={actions}
              topicOf={({ id }) =>
                topics.find((topic) => topic.actions.some((each) => each.id === id))?.title
              }
            />
          )}
          {actionNotes.length > 0 && (
            <Fold title={`${countText(actionNotes.length, 'note')} from the board, no action yet`}>
              <ul aria-label="Notes from the board">
                {actionNotes.map(({ id, content }) => (
                  <li key={id} className={`${reportRow} wrap-anywhere`}>
                    <Part>{content}</Part>
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </Section>

        {team?.ai === true && <AiSummarySection mayWrite={maySend} />}

        <div className="report-split grid grid-cols-1 gap-x-16 gap-y-10 lg:not-has-[>:empty]:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
          <div className={columnClass}>
            <Section title={wasDiscussed ? 'Discussed' : 'Topics'} count={topics.length}>
              {topics.length === 0 ? (
                <p className="text-soft">There were no topics.</p>
              ) : (
                <ol>
                  {topics.map((topic) => (
                    <li key={topic.id} className="border-b border-line">
                      <Part>
                        <TopicReport topic={topic} />
                      </Part>
                    </li>
                  ))}
                </ol>
              )}
            </Section>
            {notDiscussed.length > 0 && (
              <Section
                title="Not discussed"
                count={notDiscussed.length}
                aside={notDiscussed.length > 1 && <CarryOver topics={notDiscussed} />}
              >
                <NotDiscussed
                  topics={notDiscussed}
                  endOf={(topic) => (
                    <CarryOver topics={[topic]}>
                      Carry over <span className="sr-only">“{preview(topic.title, 40)}”</span>
                    </CarryOver>
                  )}
                />
              </Section>
            )}
          </div>
          <div className={columnClass}>
            <Part>
              <ReportedScores />
            </Part>
            <ReportParts Section={Section} members={members} team={team} />
          </div>
        </div>
        <SmallPart>
          <p className="text-xs text-soft tabular-nums">{countsText(report)}</p>
        </SmallPart>
      </div>
    </div>
  );
}

function ReportButtons(props: { report: MeetingReport; maySend: boolean }): ReactNode {
  const { report, maySend } = props;
  const { board, who, personOf } = useMeetingParts();
  const { meeting } = board;
  const isGuest = useIsGuest();
  const team = useQuery(ownTeamQuery(meeting.team_id));
  const ai = useQuery({ ...aiSummaryQuery(meeting.id), enabled: team.data?.ai === true });
  const { beside, isLoading: areMissing } = useBesideBoard();
  const isLoading = team.isLoading || ai.isLoading || areMissing;
  const whyNotCopy = isLoading ? 'The report is loading' : undefined;

  function copy(): void {
    const texts = {
      nameOf: (userId: UserId) => personOf(userId).name,
      teamName: team.data?.name ?? null,
      beside: { ...beside, summary: (team.data?.ai && ai.data?.summary) || null },
    };
    void copyText(reportMarkdown(report, texts), 'Report copied as Markdown');
  }

  if (isGuest) {
    return (
      <Button size="sm" icon={<Copy />} disabledReason={whyNotCopy} onClick={copy}>
        Copy as Markdown
      </Button>
    );
  }
  return (
    <SmallPart>
      <NextRetro />
      <ReportLinks meetingId={meeting.id} userId={who.userId} />
      {meeting.settings.anonymous && (
        <Link
          to={`/meetings/${meeting.id}/anonymity`}
          className={`${buttonClass({ size: 'sm' })} print:hidden`}
        >
          Evidence of anonymity
        </Link>
      )}
      {maySend && <SendSummary meeting={meeting} />}
      <Menu
        trigger={
          <Button size="sm" icon={<Download />}>
            Export
          </Button>
        }
      >
        <MenuItem icon={<Copy />} disabledReason={whyNotCopy} onSelect={copy}>
          Copy as Markdown
        </MenuItem>
        <ExportItems meeting={meeting} />
      </Menu>
    </SmallPart>
  );
}

function countsText({ meeting, ...report }: MeetingReport): string {
  const minutes = minutesOf(meeting);
  return [
    ...(report.tookPart === null ? [] : [report.tookPart]),
    countText(report.notes, 'note'),
    countText(report.topics.length, 'topic'),
    countText(report.comments, 'comment'),
    countText(report.votes, 'vote'),
    ...(minutes === null ? [] : [countText(minutes, 'minute')]),
  ].join(', ');
}

/** A guest's last page: the board closes with the meeting. */
function GuestEnd(): ReactNode {
  const { board, personOf } = useMeetingParts();
  const { first_name: name } = useMe();
  const { token } = useSession();
  const { id } = board.meeting;
  // Discards a token that no longer gives access.
  useEffect(() => keepEnded(id, token), [id, token]);
  const owner = personOf(board.meeting.owner_id).name;
  return (
    <div className="absolute inset-0 overflow-x-hidden overflow-y-auto low:static print:static">
      <div className="end-thanks relative grid min-h-full place-content-center justify-items-center gap-3 overflow-clip p-5 text-center wrap-anywhere">
        <EndSheets columns={board.meeting.columns} />
        <h2 className="relative text-xl font-bold">Thanks for coming, {name}.</h2>
        <EndSummary board={board} />
        <p className="relative max-w-md text-soft">
          This retro has ended, and so has your link. {owner} and the team keep what you wrote.
        </p>
        <button
          type="button"
          className={`hit-area relative ${linkClass}`}
          onClick={() => openClaim(id)}
        >
          Keep your work with an account
        </button>
        <div className="relative mt-3 flex flex-wrap justify-center gap-3">
          <a href="/register" className={buttonClass({ variant: 'primary' })}>
            Start a retro of your own
          </a>
          <a href="/" className={buttonClass({})}>
            What is Wentwell?
          </a>
        </div>
      </div>
    </div>
  );
}

const states = {
  done: { Icon: CircleCheck, label: 'Done', tone: 'text-success-text' },
  dropped: { Icon: CircleSlash, label: 'Dropped', tone: 'text-soft' },
} as const;

const endsBeforeCorner = 'pr-3';

/** The action items of a meeting that is over, as paper cards; unassigned ones first. */
function ReportedActions(props: {
  actions: readonly Action[];
  topicOf: (action: Action) => string | undefined;
}): ReactNode {
  const { actions, topicOf } = props;
  const { people, handlers } = useTools();
  const ordered = useUnassignedFirst(actions);
  const called = ordered.find(isUnassigned);
  return (
    <ul
      aria-label="Action items"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 print:grid-cols-2"
    >
      {ordered.map((action) => (
        <li
          key={action.id}
          data-tone="accent"
          className={classNames(
            'flex min-h-39 break-inside-avoid flex-col gap-1 p-4 print:min-h-0',
            isUnassigned(action) ? 'rounded-md border border-control' : 'paper',
          )}
        >
          <Part>
            {(handlers || !isUnassigned(action)) && <State action={action} />}
            <p className="text-lg font-semibold wrap-anywhere">{action.text}</p>
            <p className="text-sm text-soft">{topicOf(action)}</p>
            {handlers && action.status === 'open' && (
              <div
                className={classNames(
                  'mt-auto flex flex-wrap items-center justify-between gap-2 pt-2 print:hidden',
                  !isUnassigned(action) && endsBeforeCorner,
                )}
              >
                <div className={classNames('max-w-48 min-w-0', !isUnassigned(action) && '-ml-3')}>
                  <OwnerSelect
                    {...{ action, people, handlers }}
                    emphasis={action === called ? 'first' : 'assign'}
                  />
                </div>
                <DueField action={action} handlers={handlers} />
              </div>
            )}
            {/* Replaces the fields on paper. */}
            <div
              className={classNames(
                'mt-auto pt-2',
                endsBeforeCorner,
                handlers && action.status === 'open' && 'hidden print:block',
              )}
            >
              <ActionFacts action={action} />
            </div>
          </Part>
        </li>
      ))}
    </ul>
  );
}

function State({ action }: { action: Action }): ReactNode {
  const personOf = usePersonOf();
  const { former_assignee_id: formerId } = action;
  if (isUnassigned(action)) {
    return (
      <p className="text-sm font-semibold text-warning-text print:hidden">
        {formerOwnerText(formerId && personOf(formerId))}
      </p>
    );
  }
  if (action.status === 'open') return null;
  const { Icon, label, tone } = states[action.status];
  return (
    <p className={`flex items-center gap-1.5 text-sm font-semibold ${tone}`}>
      <Icon className="size-4" />
      {label}
    </p>
  );
}
