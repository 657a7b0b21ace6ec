import type { ReactNode } from 'react';

import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

interface Retryable {
  isFetching: boolean;
  refetch: () => unknown;
}

/** What could not be loaded, why, and the way to try again; `query` is asked once more. */
export function LoadFailure({
  title,
  query,
  children,
}: {
  title: string;
  query: Retryable;
  children: ReactNode;
}): ReactNode {
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
