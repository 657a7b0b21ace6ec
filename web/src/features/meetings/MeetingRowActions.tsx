import type { Meeting } from '@wentwell/contract/meetings';
import { Eye, Pencil, Play, Trash2 } from 'lucide-react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { IconLink } from '#web/ui/buttons/IconButton.tsx';
import { Link } from '#web/ui/router/Link.tsx';

import type { MeetingActions } from './meeting-actions.ts';

export type RowAction = 'start' | 'edit' | 'delete';

/** Disabled actions give their reason. */
export function MeetingRowActions(props: {
  meeting: Meeting;
  actions: MeetingActions;
  onAct: (action: RowAction, meeting: Meeting) => void;
}) {
  const { meeting, actions, onAct } = props;
  const { name } = meeting;
  return (
    <span className="-mr-2 flex flex-wrap justify-end">
      <IconLink
        label={`View ${name}`}
        icon={<Eye />}
        render={<Link to={`/meetings/${meeting.id}`} />}
      />
      {actions.start && (
        <IconButton
          label={`Start ${name}`}
          icon={<Play />}
          disabledReason={actions.start.reason}
          onClick={() => onAct('start', meeting)}
        />
      )}
      <IconButton
        label={`Edit ${name}`}
        icon={<Pencil />}
        disabledReason={actions.edit.reason}
        onClick={() => onAct('edit', meeting)}
      />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 />}
        tone="danger"
        disabledReason={actions.delete.reason}
        onClick={() => onAct('delete', meeting)}
      />
    </span>
  );
}
