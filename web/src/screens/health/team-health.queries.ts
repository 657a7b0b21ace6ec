import { keepPreviousData } from '@tanstack/react-query';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import type { TeamId } from '@wentwell/contract/ids';

import { readQuery } from '#web/api/queries';

export const healthPath = (teamId: TeamId) => `/api/v1/teams/${teamId}/health`;

/** The last so many closed retros. */
export function teamHealthQuery(teamId: TeamId, last: number) {
  return readQuery(
    ['team-health', teamId, last],
    { path: healthPath(teamId), query: { last }, schema: TeamHealth },
    { placeholderData: keepPreviousData },
  );
}
