import { useQuery } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { guestsQuery, useUpdateGuest } from './guests.queries.ts';

/** The guests of a meeting, also those who are not on the board now. */
export function GuestRows({ meetingId }: { meetingId: MeetingId }): ReactNode {
  const { data = [] } = useQuery(guestsQuery(meetingId));
  const update = useUpdateGuest(meetingId);
  if (data.length === 0) return null;
  return (
    <ul aria-label="Guests" className="grid gap-1">
      {data.map(({ user_id: id, name, state, muted }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>
            {state === 'waiting' && <span className="text-soft"> · waiting</span>}
            {muted && <span className="text-soft"> · muted</span>}
          </span>
          <Button
            size="sm"
            variant="ghost"
            disabled={update.isPending}
            onClick={() => update.mutate({ id, state: 'removed' })}
          >
            Remove <span className="sr-only">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
