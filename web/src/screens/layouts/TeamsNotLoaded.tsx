import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** Shown instead of a page about the current team where the teams failed to load. */
export function TeamsNotLoaded({ title }: { title: string }) {
  const { isFetching, refetch } = useCurrentTeam();
  return (
    <Card>
      <EmptyState
        illustration={<Offline />}
        title={title}
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        Your teams could not be loaded.
      </EmptyState>
    </Card>
  );
}
