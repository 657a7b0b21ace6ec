import { Link } from '@tanstack/react-router';
import type { Meeting } from '@wentwell/contract/meetings';
import { Eye, Pencil, Play, Trash2 } from 'lucide-react';

import { IconButton } from '#web/ui/IconButton.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';

import type { MeetingActions } from './meeting-actions.ts';

export type RowAction = 'start' | 'edit' | 'delete';

export interface MeetingRowActionsProps {
  meeting: Meeting;
  actions: MeetingActions;
  onAct: (action: RowAction, meeting: Meeting) => void;
}

/** View, start where it can be started, edit, delete. What may not be done says why. */
export function MeetingRowActions({ meeting, actions, onAct }: MeetingRowActionsProps) {
  const { name } = meeting;
  return (
    <span className="-mr-2 flex justify-end">
      {actions.start && (
        <IconButton
          label={`Start ${name}`}
          icon={<Play aria-hidden="true" />}
          disabledReason={actions.start.reason}
          onClick={() => onAct('start', meeting)}
        />
      )}
      <Tooltip text={`View ${name}`} describes={false}>
        <Link
          to="/meetings/$meetingId"
          params={{ meetingId: meeting.id }}
          aria-label={`View ${name}`}
          className={iconLinkClass}
        >
          <Eye aria-hidden="true" />
        </Link>
      </Tooltip>
      <IconButton
        label={`Edit ${name}`}
        icon={<Pencil aria-hidden="true" />}
        disabledReason={actions.edit.reason}
        onClick={() => onAct('edit', meeting)}
      />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden="true" />}
        tone="danger"
        disabledReason={actions.delete.reason}
        onClick={() => onAct('delete', meeting)}
      />
    </span>
  );
}

// IconButton's face on what is a link: it opens in a new tab, too.
const iconLinkClass =
  'relative isolate inline-flex size-11 shrink-0 items-center justify-center rounded-md text-soft outline-none transition-colors hover:text-ink ' +
  'before:absolute before:inset-1 before:-z-10 before:rounded-md before:transition-[background-color] hover:before:bg-hover ' +
  'focus-visible:before:outline-2 focus-visible:before:outline-focus focus-visible:before:outline-solid [&_svg]:size-[18px]';
