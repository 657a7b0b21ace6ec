import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

const pageSize = 50;

/** How many are asked for: a page, and one more each time. */
export function usePages(): { limit: number; onMore: (more: number) => void } {
  const [limit, setLimit] = useState(pageSize);
  return { limit, onMore: (more) => setLimit(limit + more) };
}

/** Nothing where all are shown. */
export function MorePeople(props: {
  shown: number;
  total: number;
  limit: number;
  busy: boolean;
  onMore: (more: number) => void;
}): ReactNode {
  const { shown, total, limit, busy, onMore } = props;
  const more = Math.min(pageSize, total - shown, limits.listMax - limit);
  return (
    more > 0 && (
      <div className="flex justify-center border-t border-line p-4">
        <Button busy={busy} busyLabel="Loading..." onClick={() => onMore(more)}>
          Show {more} more
        </Button>
      </div>
    )
  );
}
