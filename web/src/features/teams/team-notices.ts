import { useEffect } from 'react';

import { errorText } from '#web/api/request';
// What people are told when their list of teams changes under them or cannot be fetched (spec 8 "Teams").
import { toast } from '#web/ui/toast';

import { useCurrentTeam } from './current-team.tsx';

export const teamGone = 'The selected team was not found or you no longer have access to it.';

/** Mounted once, above the protected screens. */
export function useTeamNotices(): void {
  const { isLost, error, teams } = useCurrentTeam();

  useEffect(() => {
    if (isLost) toast.warning({ title: teamGone, id: 'team-lost' });
  }, [isLost]);

  // A first list that fails is told in its place; this is about a list grown old. One toast however long it lasts.
  const isStale = error !== null && teams.length > 0;
  const why = isStale ? errorText(error) : null;
  useEffect(() => {
    if (why !== null)
      toast.error({ title: 'Failed to refresh teams', description: why, id: 'teams-stale' });
  }, [why]);
}
