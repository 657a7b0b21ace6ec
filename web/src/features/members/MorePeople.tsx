import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';

const pageSize = 50;

/** The number of people to load, growing by a page. */
export function usePages(): { limit: number; onMore: (more: number) => void } {
  const [limit, setLimit] = useState(pageSize);
  return { limit, onMore: (more) => setLimit(limit + more) };
}

export function MorePeople(props: {
  shown: number;
  total: number;
  limit: number;
  busy: boolean;
  /** Draws a line above, inside the list's card. */
  divided?: boolean;
  onMore: (more: number) => void;
}): ReactNode {
  const { shown, total, limit, busy, divided = false, onMore } = props;
  const more = Math.min(pageSize, total - shown, limits.listMax - limit);
  return (
    more > 0 && (
      <div className={classNames('flex justify-center', divided && 'border-t border-line p-4')}>
        <Button busy={busy} busyLabel="Loading..." onClick={() => onMore(more)}>
          {`Show ${more} more`}
        </Button>
      </div>
    )
  );
}
