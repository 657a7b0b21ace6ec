// Members of a team: fetching, removing, and the keys under which answers are kept.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/toast';

const memberKeys = {
  all: ['members'] as const,
  ofTeam: (teamId: TeamId) => [...memberKeys.all, teamId] as const,
};

export function teamMembersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: memberKeys.ofTeam(teamId),
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/members`,
        query: { limit: limits.listMax },
        schema: z.array(TeamMember),
        signal,
      }),
  });
}

/** Takes somebody out of the team, by the call of the admin area that the spec names for it. */
export function useRemoveMember(teamId: TeamId) {
  const queries = useQueryClient();
  const { queryKey } = teamMembersQuery(teamId);
  return useMutation({
    mutationFn: (userId: TeamMember['user']['id']) =>
      request({ path: `/api/admin/teams/${teamId}/remove-user/${userId}`, method: 'POST' }),
    onSuccess: async (_, userId) => {
      toast.success({ title: 'Member removed', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (members) =>
        members?.filter(({ user }) => user.id !== userId),
      );
      void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      toast.error({ title: 'Error removing member', description: errorText(error) });
    },
  });
}
