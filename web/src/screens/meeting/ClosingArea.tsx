import { useQuery } from '@tanstack/react-query';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import { isLead } from '@wentwell/contract/meetings/meetings';
import { meetingReport } from '@wentwell/contract/report/meeting-report';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { CircleCheck, Flag } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { TopicList } from '#web/features/report/TopicList.tsx';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { TitledSection, type TitledSectionProps } from '#web/ui/layout/TitledSection.tsx';

import { CarryOver } from './CarryOver.tsx';
import { ClosingScores } from './CheckInArea.tsx';
import { ClosingParts } from './feature-parts.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import { MeetingActions, TrackNote } from './MeetingActions.tsx';

/** Full width if the other column is empty. */
const columnClass =
  'grid grid-cols-1 gap-10 empty:col-span-full has-[+:empty]:col-span-full max-sm:gap-8';

/** Ready to Close: agreements and what they lack, discussed topics, and others. */
export function ClosingArea(props: { onComments: (topicId: TopicId) => void }): ReactNode {
  const { onComments } = props;
  const { board, who, personOf } = useMeetingParts();
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  const { actions, actionNotes, topics, notDiscussed, wasDiscussed } = report;
  const open = actions.filter(({ status }) => status === 'open');
  const ownerless = open.filter(({ assignee_id }) => assignee_id === null).length;
  const undated = open.filter(({ due_on }) => due_on === null).length;
  const left = wasDiscussed ? notDiscussed : topics;
  const leads = isLead(who.userId, board.meeting);
  const { members = [] } = useAllMembers(teamOf(who, board.meeting));
  const { mood_after, worth } = board.check_in;
  const asksScores = isInTeam(who) || mood_after !== null || worth !== null;
  const team = useQuery({
    ...ownTeamQuery(board.meeting.team_id),
    enabled: who.role !== 'guest',
  }).data;
  const scores = asksScores && (
    <ClosingPart title="How it was">
      <ClosingScores />
    </ClosingPart>
  );
  return (
    <div className="closing-area grid min-h-0 flex-1 grid-cols-1 content-start items-start gap-x-[clamp(1.5rem,4vw,4rem)] gap-y-10 overflow-x-hidden overflow-y-auto pt-1 pb-8 max-sm:gap-8 max-sm:px-4 max-sm:pt-4 max-sm:pb-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={columnClass}>
        {/* A lead goes through the list first. */}
        {!leads && scores}
        <ClosingPart
          title="What we agreed on"
          count={actions.length}
          aside={
            <span className="flex flex-wrap gap-2 py-2">
              {ownerless > 0 && <Badge tone="amber">{ownerless} without an owner</Badge>}
              {undated > 0 && <Badge tone="amber">{undated} without a date</Badge>}
              {actions.length > 0 && ownerless + undated === 0 && (
                <Badge tone="green" icon={<CircleCheck />}>
                  All have an owner and a date
                </Badge>
              )}
            </span>
          }
        >
          <MeetingActions actions={actions} isReview />
          {actionNotes.length > 0 && (
            <>
              <h3 className="quiet-title">From the board</h3>
              <ul>
                {actionNotes.map((note) => (
                  <Part key={note.id}>
                    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
                      <span className="min-w-0 flex-1 wrap-anywhere">{note.content}</span>
                      <TrackNote note={note} />
                    </li>
                  </Part>
                ))}
              </ul>
            </>
          )}
        </ClosingPart>
        {leads && scores}
      </div>
      <div className={columnClass}>
        <ClosingParts Section={ClosingPart} members={members} team={team} />
        {wasDiscussed && (
          <ClosingPart title="What we discussed" count={topics.length}>
            <TopicList topics={topics} onComments={onComments} />
          </ClosingPart>
        )}
        {left.length > 0 && (
          <ClosingPart title="What we did not discuss" count={left.length}>
            <p className="text-soft">These topics stay on the board and in the report.</p>
            <TopicList topics={left} onComments={onComments} />
            <CarryOver topics={left} />
          </ClosingPart>
        )}
      </div>
      <SmallPart>
        <p className="col-span-full flex items-center justify-center gap-2 text-soft">
          <Flag className="size-4 shrink-0" />
          {leads
            ? 'All good? Press “Finish” to get the report.'
            : `${personOf(board.meeting.owner_id).name} will finish. Then you'll see the report.`}
        </p>
      </SmallPart>
    </div>
  );
}

function ClosingPart(props: Omit<TitledSectionProps, 'className'>): ReactNode {
  return (
    <TitledSection
      {...props}
      level={2}
      size="text-[1.25rem]"
      className="grid-cols-1 content-start gap-2.5"
    />
  );
}
