// What people are told about their teams: what failed, and what changed under them.
import { useEffect } from 'react';

import { errorText } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { useCurrentTeam } from './current-team.tsx';

export const teamGone = 'The selected team was not found or you no longer have access to it.';

/** In place of a list of teams that has not come, and of what was to be found by name. */
export const teamsFailed = 'Failed to load teams';
export const searchFailed = 'Failed to search your teams.';

const failures = {
  create: 'Failed to create team',
  rename: 'Failed to rename team',
  leave: 'Failed to leave team',
  delete: 'Failed to delete team',
  switch: 'Failed to switch team',
};

/** Takes what was tried and why it failed: an error, or the sentence itself. */
export function tellTeamFailure(tried: keyof typeof failures, why: unknown): void {
  const description = typeof why === 'string' ? why : errorText(why);
  toast.error({ title: failures[tried], description });
}

/** A team was to be created or renamed without a name. */
export function tellNameRequired(): void {
  toast.warning({
    title: 'Team name required',
    description: 'Please enter a team name.',
    duration: 3000,
    id: 'team-name-required',
  });
}

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
