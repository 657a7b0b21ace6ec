import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

/** Rendering more rows at once would be slow. */
const pageSize = 50;

/** How many rows of a list to load, and the button that loads more. */
export function useShowMore() {
  const [limit, setLimit] = useState(pageSize);
  return {
    limit,
    /** Null if all rows are loaded. `busy` while more are loading. */
    moreOf: (list: { rows: readonly unknown[]; total: number }, busy: boolean): ReactNode => {
      const more = Math.min(pageSize, list.total - list.rows.length, limits.listMax - limit);
      if (more <= 0) return null;
      return (
        <Button
          data-printed
          busy={busy}
          busyLabel="Loading..."
          onClick={() => setLimit(limit + more)}
        >
          {`Show ${more} more`}
        </Button>
      );
    },
  };
}
