import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { Alert } from './Alert.tsx';

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
