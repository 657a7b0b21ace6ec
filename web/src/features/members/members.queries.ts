// Members of a team: what a board and the palette ask for, and query keys.
import { queryOptions } from '@tanstack/react-query';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { FormerMember, TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import { request, requestList } from '#web/api/request';

export const memberKeys = {
  all: ['members'] as const,
  ofTeam: (teamId: TeamId | null) => [...memberKeys.all, teamId] as const,
  first: (teamId: TeamId) => [...memberKeys.ofTeam(teamId), 'first'] as const,
  former: (teamId: TeamId, ids: readonly UserId[]) => ['former-members', teamId, ...ids] as const,
};

/** Without a team nothing is asked. */
export function teamMembersQuery(teamId: TeamId | null) {
  return queryOptions({
    queryKey: memberKeys.ofTeam(teamId),
    enabled: teamId !== null,
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/members`,
        query: { limit: limits.listMax },
        schema: z.array(TeamMember),
        signal,
      }),
  });
}

/** The members of a team, to be searched. */
export function searchableMembers(teamId: TeamId | null) {
  return {
    queryKey: [...memberKeys.all, teamId, 'search'],
    path: teamId && `/api/v1/teams/${teamId}/members`,
    item: TeamMember,
  };
}

/** How many there are, for where nobody is named. */
export function teamSizeQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [...memberKeys.ofTeam(teamId), 'size'],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/teams/${teamId}/members`;
      return (await requestList({ path, query: { limit: 1 }, item: TeamMember, signal })).total;
    },
  });
}

/** The names of those of these people who have left the team. Beyond so many ids, of all who have. */
export function formerMembersQuery(teamId: TeamId, people: readonly UserId[]) {
  const ids = [...new Set(people)].toSorted();
  const isFew = ids.length <= limits.namesMax;
  return queryOptions({
    queryKey: memberKeys.former(teamId, isFew ? ids : []),
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/former-members`,
        query: isFew ? { user_id: ids.join() } : { limit: limits.listMax },
        schema: z.array(FormerMember),
        signal,
      }),
  });
}
