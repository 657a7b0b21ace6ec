// Renaming, leaving and deleting a team. The cached list is updated before the refetch.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamUpdate } from '@wentwell/contract/team-changes';
import { Team } from '@wentwell/contract/teams';

import { request } from '#web/api/request';

import { useCurrentTeam } from './current-team.tsx';
import { ownTeamQuery, useTeamsChange } from './teams.queries.ts';

export function useRenameTeam(teamId: Team['id']) {
  const queries = useQueryClient();
  const change = useTeamsChange();
  return useMutation({
    mutationFn: (input: TeamUpdate) =>
      request({ path: `/api/v1/teams/${teamId}`, method: 'PUT', body: input, schema: Team }),
    onSuccess: (team) => {
      queries.setQueryData(ownTeamQuery(teamId).queryKey, team);
      return change(({ teams, total }) => ({
        teams: teams.map((each) => (each.id === teamId ? team : each)),
        total,
      }));
    },
  });
}

export function useLeaveTeam(teamId: Team['id']) {
  const drop = useDrop(teamId);
  return useMutation({
    mutationFn: () => request({ path: `/api/v1/teams/${teamId}/leave`, method: 'POST' }),
    onSuccess: drop,
  });
}

export function useDeleteTeam(teamId: Team['id']) {
  const drop = useDrop(teamId);
  return useMutation({
    mutationFn: () => request({ path: `/api/v1/teams/${teamId}`, method: 'DELETE' }),
    onSuccess: drop,
  });
}

function useDrop(teamId: Team['id']) {
  const change = useTeamsChange();
  const { giveUp } = useCurrentTeam();
  return () => {
    giveUp(teamId);
    return change(({ teams, total }) => ({
      teams: teams.filter((each) => each.id !== teamId),
      total: total - 1,
    }));
  };
}
