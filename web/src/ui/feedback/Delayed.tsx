import type { ReactNode } from 'react';

import { Skeleton } from './Skeleton.tsx';

/** A placeholder that appears after 150 ms, so that it does not flash when loading is quick. */
export function Delayed(props: { busy?: boolean; children: ReactNode }): ReactNode {
  const { busy = false, children } = props;
  return (
    <div
      {...(busy && { 'aria-busy': true })}
      className="transition-opacity delay-150 starting:opacity-0"
    >
      {children}
    </div>
  );
}

/** Stands in for a list that is loading. */
export function LoadingBars({ rows = 1, height }: { rows?: number; height: number }): ReactNode {
  return (
    <Delayed busy>
      <div className="grid gap-6">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={height} />
        ))}
      </div>
    </Delayed>
  );
}
