import { useEffect } from 'react';

import { errorText } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { teamGone, useCurrentTeam } from './current-team.tsx';

export const teamsFailed = 'Failed to load teams';
export const searchFailed = 'Failed to search your teams.';

export function showNameRequired(): void {
  toast.warning({
    title: 'Team name required',
    description: 'Please enter a team name.',
    duration: 3000,
    id: 'team-name-required',
  });
}

/** Mount once, around the protected screens. */
export function useTeamNotices(): void {
  const { isLost, error, teams } = useCurrentTeam();

  useEffect(() => {
    if (isLost) toast.warning({ title: teamGone, id: 'team-lost' });
  }, [isLost]);

  // A failed first list has its own message. This toast reports an outdated list, once.
  const isStale = error !== null && teams.length > 0;
  const why = isStale ? errorText(error) : null;
  useEffect(() => {
    if (why !== null)
      toast.error({ title: 'Failed to refresh teams', description: why, id: 'teams-stale' });
  }, [why]);
}
