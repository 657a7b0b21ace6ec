import type { ReactNode } from 'react';

import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';

/** Says that something cannot be shown, because the user's teams failed to load. */
export function TeamsFailed(props: { title: string; level?: 3; children: string }): ReactNode {
  const { level = 2 } = props;
  const { isFetching, refetch } = useCurrentTeam();
  return (
    <EmptyState
      level={level}
      illustration={<Offline />}
      title={props.title}
      action={
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {props.children}
    </EmptyState>
  );
}

/** Replaces a page about the current team while there is none. */
export function NoTeam(props: {
  page: string;
  pending?: ReactNode;
  /** Title if the teams failed to load. */
  failed: string;
  illustration: ReactNode;
  /** Title if no team is selected. */
  select: string;
}): ReactNode {
  const { isLoading, loadError } = useCurrentTeam();
  return (
    <>
      <PageHeader title={props.page} />
      {loadError ? (
        <Card>
          <TeamsFailed title={props.failed}>Your teams could not be loaded.</TeamsFailed>
        </Card>
      ) : isLoading ? (
        props.pending
      ) : (
        <Card>
          <EmptyState illustration={props.illustration} title={props.select} />
        </Card>
      )}
    </>
  );
}
