import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import { useBoardClient } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';

import { useGuestsQuery, useUpdateGuest } from './guests.queries.ts';

/** For editors of the meeting: the guest who has waited longest, in place of `children`. */
export function GuestsAsking(props: {
  onAsked: (isAsked: boolean) => void;
  children: ReactNode;
}): ReactNode {
  const { onAsked, children } = props;
  const client = useBoardClient();
  const queries = useQueryClient();
  const { data = [] } = useQuery(useGuestsQuery());
  const update = useUpdateGuest();
  const waiting = data.filter(({ state }) => state === 'waiting');
  const [first] = waiting;
  const isAsked = first !== undefined;
  useEffect(
    () =>
      client.subscribeToSignals(({ type }) => {
        if (type === 'guests_changed') {
          void queries.invalidateQueries({ queryKey: ['guests'] });
        }
      }),
    [client, queries],
  );
  useEffect(() => {
    onAsked(isAsked);
    return () => onAsked(false);
  }, [isAsked, onAsked]);
  if (!first) return children;
  const { user_id: id, name } = first;
  const more = waiting.length - 1;
  return (
    <div role="status" className="flex min-w-0 flex-1 items-center gap-3 max-sm:flex-wrap">
      <div className="flex min-w-0 items-center gap-3 max-sm:w-full">
        <Avatar person={{ id, name }} size="sm" decorative />
        <p className="line-clamp-3 min-w-0 wrap-anywhere">
          <strong className="text-ink">
            <bdi>{name}</bdi>
          </strong>{' '}
          asks to come in as a guest
        </p>
      </div>
      <span className="-my-1.5 flex shrink-0 gap-1">
        <Button
          size="sm"
          variant="primary"
          disabled={update.isPending}
          // Sends the name that was shown: the guest may have changed it since.
          onClick={() => update.mutate({ id, name, state: 'admitted' })}
        >
          Let in
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={update.isPending}
          onClick={() => update.mutate({ id, state: 'removed' })}
        >
          Not now
        </Button>
      </span>
      {more > 0 && <span className="ml-auto shrink-0">{more} more waiting</span>}
    </div>
  );
}
