import type { ReactNode } from 'react';

import { Button } from '../buttons/Button.tsx';
import { Alert } from './Alert.tsx';
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

/** Says what could not be loaded and why, with a button that refetches `query`. */
export function LoadFailure(props: {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
}): ReactNode {
  const { title, query, children = query.error?.message } = props;
  return (
    <Alert
      tone="danger"
      title={title}
      action={
        <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
