import type { TeamId } from '@wentwell/contract/ids';
import type { Standing, TeamMember } from '@wentwell/contract/teams';
import { useMemo } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';

/** Who is asking, as the policies see them. The list of teams is cut at ten, so the members may know better. */
export function useStanding(
  teamId: TeamId | null,
  members: readonly TeamMember[] | undefined,
): Standing {
  const me = useMe();
  const { teams } = useCurrentTeam();
  const ofTeam = teams.find((team) => team.id === teamId)?.my_role;
  const asMember = members?.find((member) => member.user.id === me.id)?.role;
  const role = ofTeam ?? asMember ?? null;
  return useMemo(
    () => ({ userId: me.id, isSuperuser: me.is_superuser, role }),
    [me.id, me.is_superuser, role],
  );
}
