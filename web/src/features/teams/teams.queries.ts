// The caller's teams: fetching, creating, and the keys under which answers are kept.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@wentwell/contract/limits';
import { Team, type TeamInput } from '@wentwell/contract/teams';
import { z } from 'zod';

import { request } from '#web/api/request';

const teamKeys = {
  all: ['teams'] as const,
  mine: () => [...teamKeys.all, 'mine'] as const,
};

/** GET /teams/me: the first 10, polled, stale after 5 s (spec 7, 9). */
export function myTeamsQuery() {
  return queryOptions({
    queryKey: teamKeys.mine(),
    queryFn: async ({ signal }) => {
      const teams = await request({ path: '/api/v1/teams/me', schema: z.array(Team), signal });
      return teams.slice(0, limits.myTeams);
    },
    staleTime: 5_000,
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
}

/** Makes a team whose admin is the caller; the list knows it before the mutation reports success. */
export function useCreateTeam() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: TeamInput) =>
      request({ path: '/api/v1/teams', method: 'POST', body: input, schema: Team }),
    onSuccess: async (team) => {
      // A poll that was asked before the team existed must not take it out again.
      await queries.cancelQueries({ queryKey: teamKeys.mine() });
      queries.setQueryData(myTeamsQuery().queryKey, (teams = []) =>
        teams.some((each) => each.id === team.id)
          ? teams
          : [...teams, team].slice(0, limits.myTeams),
      );
      void queries.invalidateQueries({ queryKey: teamKeys.mine() });
    },
  });
}
