// The caller's teams: fetching, finding, creating, and the keys under which answers are kept.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import type { TeamInput } from '@wentwell/contract/team-changes';
import { Team } from '@wentwell/contract/teams';

import { ApiError, request, requestList } from '#web/api/request';

const teamKeys = {
  all: ['teams'] as const,
  mine: () => [...teamKeys.all, 'mine'] as const,
  one: (teamId: Team['id'] | null) => [...teamKeys.all, 'one', teamId] as const,
  found: (pattern: string) => [...teamKeys.all, 'found', pattern] as const,
};

const path = '/api/v1/teams/me';
const polled = {
  staleTime: 5_000,
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
} as const;

/** The teams joined last, and how many the person is in altogether. */
export interface MyTeams {
  teams: Team[];
  total: number;
}

/** GET /teams/me: the first 10, polled, stale after 5 s. */
export function myTeamsQuery() {
  return queryOptions({
    queryKey: teamKeys.mine(),
    queryFn: async ({ signal }): Promise<MyTeams> => {
      const { rows, total } = await requestList({ path, item: Team, signal });
      return { teams: rows.slice(0, limits.myTeams), total };
    },
    ...polled,
  });
}

/** A team of the person that may be none of the first 10; null where they are not in it. Without an id nothing is asked. */
export function ownTeamQuery(teamId: Team['id'] | null) {
  return queryOptions({
    queryKey: teamKeys.one(teamId),
    queryFn: async ({ signal }): Promise<Team | null> => {
      const asked = request({ path: `/api/v1/teams/${teamId}`, schema: Team, signal });
      const team = await asked.catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
      return team?.my_role ? team : null;
    },
    enabled: teamId !== null,
    ...polled,
  });
}

/** The person's teams with this in their name, in any case. What was found before stays until the answer is there. */
export function teamSearchQuery(pattern: string) {
  return queryOptions({
    queryKey: teamKeys.found(pattern),
    queryFn: async ({ signal }): Promise<Team[]> => {
      const query = { name_pattern: pattern, limit: limits.listDefault };
      return (await requestList({ path, query, item: Team, signal })).rows;
    },
    staleTime: polled.staleTime,
    placeholderData: keepPreviousData,
  });
}

/** Makes a team whose admin is the caller; the list knows it before the mutation reports success. */
export function useCreateTeam() {
  const change = useTeamsChange();
  return useMutation({
    mutationFn: (input: TeamInput) =>
      request({ path: '/api/v1/teams', method: 'POST', body: input, schema: Team }),
    onSuccess: (team) =>
      change((mine) => {
        if (mine.teams.some((each) => each.id === team.id)) return mine;
        // The one joined last comes first, as in the server's answer.
        return { teams: [team, ...mine.teams].slice(0, limits.myTeams), total: mine.total + 1 };
      }),
  });
}

/** Changes the list in view, where there is one, and asks the server anew for everything known of teams. */
export function useTeamsChange() {
  const queries = useQueryClient();
  const { queryKey } = myTeamsQuery();
  return async (change: (mine: MyTeams) => MyTeams): Promise<void> => {
    // A poll that was asked before the change must not undo it.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (mine) => mine && change(mine));
    void queries.invalidateQueries({ queryKey: teamKeys.all });
  };
}
