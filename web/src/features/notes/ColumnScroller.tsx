import type { ReactNode } from 'react';

/** Scrolls the cards of one column below its header. */
export function ColumnScroller({
  hasStops,
  children,
}: {
  /** Whether something inside takes the focus. Where nothing does, the keyboard scrolls by the scroller itself. */
  hasStops: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div data-drag-scroll className="column-scroller" tabIndex={hasStops ? undefined : 0}>
      <div className="column-content">{children}</div>
    </div>
  );
}
