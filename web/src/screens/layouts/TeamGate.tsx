import { UsersRound } from 'lucide-react';
import { Suspense } from 'react';

// Most users have a team and never need the form.
const CreateTeamForm = lazyPart(
  async () => (await import('#web/features/teams/CreateTeamForm.tsx')).CreateTeamForm,
);

import { errorText } from '#web/api/request';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamsFailed } from '#web/features/teams/team-notices';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

/** Above every page: offers to create a team, or says why teams could not be loaded. Usually renders nothing. */
export function TeamGate({ offersTeam }: { offersTeam: boolean }) {
  const current = useCurrentTeam();
  const { teams, isLoading, loadError } = current;
  if (isLoading) return null;
  if (loadError) {
    return (
      <LoadFailure title={teamsFailed} query={current}>
        {errorText(loadError)}
      </LoadFailure>
    );
  }
  // The page may offer this itself.
  if (teams.length > 0 || !offersTeam) return null;
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
