import { UsersRound } from 'lucide-react';
import { lazy, Suspense } from 'react';

// Most people have a team and never need the form.
const CreateTeamForm = lazy(async () => {
  const loaded = await import('#web/features/teams/CreateTeamForm.tsx');
  return { default: loaded.CreateTeamForm };
});

import { errorText } from '#web/api/request';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Above every page: what stands in the way of having a team, and what to do about it. Mostly nothing. */
export function TeamGate({ offersTeam }: { offersTeam: boolean }) {
  const { teams, isLoading, error, refetch } = useCurrentTeam();
  if (isLoading || teams.length > 0) return null;
  if (error) {
    return (
      <Alert
        tone="danger"
        title="Failed to load teams"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorText(error)}
      </Alert>
    );
  }
  // The page has a place of its own for it.
  if (!offersTeam) return null;
  return (
    <Card
      icon={<UsersRound />}
      title="Create your first team"
      description="Meetings belong to a team. Make one now and invite the others afterwards, or accept an invitation on your dashboard."
    >
      <div className="max-w-xl">
        <Suspense fallback={<Skeleton height={44} />}>
          <CreateTeamForm />
        </Suspense>
      </div>
    </Card>
  );
}
