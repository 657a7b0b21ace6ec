import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { CircleCheck, Flag } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';

import { titleOfTopic } from '#web/features/notes/note-order';
import { meetingReport } from '#web/features/report/meeting-report';
import { ReportActions } from '#web/features/report/ReportActions.tsx';
import { TopicList } from '#web/features/report/TopicList.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import type { Person } from '#web/ui/identity/Avatar.tsx';

import './closing-area.css';

/** Ready to Close: what was agreed on, with what is still missing of it, what was discussed and what was not. */
export function ClosingArea(props: {
  board: Board;
  me: UserId;
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { board, me, personOf } = props;
  const report = useMemo(() => meetingReport(board, titleOfTopic), [board]);
  const { actions, actionNotes, topics, notDiscussed, wasDiscussed } = report;
  const open = actions.filter(({ status }) => status === 'open');
  const ownerless = open.filter(({ assignee_id }) => assignee_id === null).length;
  const undated = open.filter(({ due_on }) => due_on === null).length;
  const left = wasDiscussed ? notDiscussed : topics;
  const leads = board.meeting.owner_id === me;
  return (
    <div className="closing-area">
      <Part
        title="What we agreed on"
        count={actions.length}
        aside={
          <>
            {ownerless > 0 && <Badge tone="amber">{ownerless} without an owner</Badge>}
            {undated > 0 && <Badge tone="amber">{undated} without a date</Badge>}
            {actions.length > 0 && ownerless + undated === 0 && (
              <Badge tone="green" icon={<CircleCheck aria-hidden="true" />}>
                All have an owner and a date
              </Badge>
            )}
          </>
        }
      >
        {actions.length + actionNotes.length === 0 ? (
          <p className="text-soft">No action items yet.</p>
        ) : (
          <ReportActions actions={actions} notes={actionNotes} personOf={personOf} />
        )}
      </Part>
      {wasDiscussed && (
        <Part title="What we discussed" count={topics.length}>
          <TopicList topics={topics} />
        </Part>
      )}
      {left.length > 0 && (
        <Part title="What we did not discuss" count={left.length}>
          <p className="text-soft">These topics stay on the board, and are named in the report.</p>
          <TopicList topics={left} />
        </Part>
      )}
      <p className="closing-end">
        <Flag aria-hidden="true" className="size-4 shrink-0" />
        {leads
          ? 'When everything is right, press “Finish”: the report follows.'
          : `${personOf(board.meeting.owner_id).name} finishes the meeting; the report follows.`}
      </p>
    </div>
  );
}

function Part(props: {
  title: string;
  count: number;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { title, count, aside, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="closing-part">
      <header>
        <h2 id={id}>{title}</h2>
        <span className="closing-count">{count}</span>
        <span className="ml-auto flex flex-wrap gap-2">{aside}</span>
      </header>
      {children}
    </section>
  );
}
