import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { Alert } from './Alert.tsx';

interface Retryable {
  isFetching: boolean;
  refetch: () => unknown;
}

/** Says what could not be loaded and why, with a button that refetches `query`. */
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
