// What a person does to a team they are in: rename, leave, delete. The list in view knows it before the server is asked again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Team, type TeamUpdate } from '@wentwell/contract/teams';

import { request } from '#web/api/request';

import { useCurrentTeam } from './current-team.tsx';
import { myTeamsQuery } from './teams.queries.ts';

export function useRenameTeam(teamId: Team['id']) {
  const change = useListChange();
  return useMutation({
    mutationFn: (input: TeamUpdate) =>
      request({ path: `/api/v1/teams/${teamId}`, method: 'PUT', body: input, schema: Team }),
    onSuccess: (team) => change((teams) => teams.map((each) => (each.id === teamId ? team : each))),
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
  const change = useListChange();
  const { giveUp } = useCurrentTeam();
  return () => {
    giveUp(teamId);
    return change((teams) => teams.filter((each) => each.id !== teamId));
  };
}

function useListChange() {
  const queries = useQueryClient();
  const { queryKey } = myTeamsQuery();
  return async (change: (teams: Team[]) => Team[]): Promise<void> => {
    // A poll that was asked before the change must not undo it.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (teams) => teams && change(teams));
    void queries.invalidateQueries({ queryKey });
  };
}
