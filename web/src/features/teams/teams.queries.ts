import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import type { TeamInput } from '@wentwell/contract/teams/team-input';
import { Team } from '@wentwell/contract/teams/teams';

import { freshFor } from '#web/api/fresh-for';
import { ApiError, request, requestList } from '#web/api/request';

const teamKeys = {
  all: ['teams'] as const,
  mine: () => [...teamKeys.all, 'mine'] as const,
  one: (teamId: Team['id'] | null) => [...teamKeys.all, 'one', teamId] as const,
  several: (teamIds: readonly Team['id'][]) => [...teamKeys.all, 'several', ...teamIds] as const,
  found: (pattern: string) => [...teamKeys.all, 'found', pattern] as const,
};

export const myTeamsPath = '/api/v1/teams/me';
const polled = {
  staleTime: freshFor(5_000),
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
} as const;

export interface MyTeams {
  teams: Team[];
  total: number;
}

export function myTeamsQuery() {
  return queryOptions({
    queryKey: teamKeys.mine(),
    queryFn: async ({ signal }): Promise<MyTeams> => {
      const { rows, total } = await requestList({ path: myTeamsPath, item: Team, signal });
      return { teams: rows.slice(0, limits.myTeams), total };
    },
    ...polled,
  });
}

/** A team beyond the first 10; null if the user is not a member. Disabled without an id. */
export function ownTeamQuery(teamId: Team['id'] | null) {
  return queryOptions({
    queryKey: teamKeys.one(teamId),
    queryFn: ({ signal }) => ownTeam(teamId, signal),
    enabled: teamId !== null,
    ...polled,
  });
}

/** These of the user's teams. */
export function ownTeamsQuery(teamIds: readonly Team['id'][]) {
  return queryOptions({
    queryKey: teamKeys.several(teamIds),
    queryFn: async ({ signal }) => {
      const teams = await Promise.all(teamIds.map((id) => ownTeam(id, signal)));
      return teams.filter((team) => team !== null);
    },
    enabled: teamIds.length > 0,
    ...(teamIds.length > 0 && { placeholderData: keepPreviousData }),
    ...polled,
  });
}

async function ownTeam(teamId: Team['id'] | null, signal: AbortSignal): Promise<Team | null> {
  const asked = request({ path: `/api/v1/teams/${teamId}`, schema: Team, signal });
  const team = await asked.catch((error: unknown) => {
    // A refusal leaves out no other team. What may pass is tried again.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  });
  return team?.my_role ? team : null;
}

/** The user's teams whose name contains the query, ignoring case. Keeps earlier results while loading. */
export function teamSearchQuery(pattern: string) {
  return queryOptions({
    queryKey: teamKeys.found(pattern),
    queryFn: async ({ signal }): Promise<Team[]> => {
      const query = { name_pattern: pattern, limit: limits.listDefault };
      return (await requestList({ path: myTeamsPath, query, item: Team, signal })).rows;
    },
    staleTime: polled.staleTime,
    placeholderData: keepPreviousData,
  });
}

/** Creates a team with the user as its admin. The cached list includes it before the mutation succeeds. */
export function useCreateTeam() {
  const change = useTeamsChange();
  return useMutation({
    mutationFn: (input: TeamInput) =>
      request({ path: '/api/v1/teams', method: 'POST', body: input, schema: Team }),
    onSuccess: (team) =>
      change((mine) => {
        if (mine.teams.some((each) => each.id === team.id)) return mine;
        // The most recently joined team is first, as in the server's response.
        return { teams: [team, ...mine.teams].slice(0, limits.myTeams), total: mine.total + 1 };
      }),
  });
}

/** Changes the cached list and refetches all team queries. */
export function useTeamsChange() {
  const queries = useQueryClient();
  const { queryKey } = myTeamsQuery();
  return async (change: (mine: MyTeams) => MyTeams): Promise<void> => {
    // A response to an earlier request must not overwrite the change.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (mine) => mine && change(mine));
    void queries.invalidateQueries({ queryKey: teamKeys.all });
  };
}
