import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import { dueText } from '@wentwell/contract/meeting-report';
import type { Note } from '@wentwell/contract/notes';
import { CalendarDays, CircleCheck, CircleDashed, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';

import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';

const looks = {
  open: { icon: CircleDashed, label: 'Open', tone: 'text-soft' },
  done: { icon: CircleCheck, label: 'Done', tone: 'text-success-text' },
  dropped: { icon: CircleSlash, label: 'Dropped', tone: 'text-muted' },
} as const;

/** Action items as they stand now, then the notes of the column for action items that nobody tracks. */
export function ReportActions(props: {
  actions: readonly Action[];
  notes: readonly Note[];
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { actions, notes, personOf } = props;
  return (
    <ul className="report-actions" aria-label="Action items">
      {actions.map((action) => (
        <ActionRow key={action.id} action={action} personOf={personOf} />
      ))}
      {notes.map(({ id, content }) => (
        <li key={id}>
          <CircleDashed className="text-muted" />
          <span className="report-action-text">{content}</span>
          <span className="text-muted">Not tracked</span>
        </li>
      ))}
    </ul>
  );
}

function ActionRow(props: { action: Action; personOf: (userId: UserId) => Person }): ReactNode {
  const { action, personOf } = props;
  const { text, status, assignee_id, former_assignee_id, due_on, reason } = action;
  const { icon: Icon, label, tone } = looks[status];
  const owner = assignee_id === null ? null : personOf(assignee_id);
  return (
    <li data-status={status}>
      <Icon aria-label={label} className={tone} />
      <span className="report-action-text">{text}</span>
      {reason !== null && <span className="text-muted wrap-anywhere">Dropped: {reason}</span>}
      {owner ? (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Avatar person={owner} size="xs" decorative />
          <span className="truncate">{owner.name}</span>
        </span>
      ) : (
        <span className="text-warning-text">
          {former_assignee_id === null
            ? 'Nobody yet'
            : `Nobody, was ${personOf(former_assignee_id).name}'s`}
        </span>
      )}
      {due_on !== null && (
        <span className="inline-flex items-center gap-1.5">
          <CalendarDays />
          {dueText(due_on)}
        </span>
      )}
    </li>
  );
}
