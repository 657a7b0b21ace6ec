// Members of a team: queries, removal, role changes and query keys.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  FormerMember,
  type MemberUpdate,
  TeamMember,
  type TeamRole,
} from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorText, request, requestList } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

const memberKeys = {
  all: ['members'] as const,
  ofTeam: (teamId: TeamId) => [...memberKeys.all, teamId] as const,
  former: (teamId: TeamId) => ['former-members', teamId] as const,
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

/** The names of those who have left the team, and whose notes, comments or action items it still has. */
export function formerMembersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: memberKeys.former(teamId),
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/former-members`,
        query: { limit: limits.listMax },
        schema: z.array(FormerMember),
        signal,
      }),
  });
}

/** Removes a member with a call of the admin API. */
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

interface RoleChange {
  member: TeamMember;
  role: TeamRole;
}

/** Optimistic; rolled back if the server refuses. */
export function useChangeRole(teamId: TeamId) {
  const queries = useQueryClient();
  const { queryKey } = teamMembersQuery(teamId);
  const mutationKey = [...queryKey, 'role'];
  function show(userId: TeamMember['user']['id'], role: TeamRole): void {
    queries.setQueryData(queryKey, (members) =>
      members?.map((each) => (each.user.id === userId ? { ...each, role } : each)),
    );
  }
  return useMutation({
    mutationKey,
    mutationFn: ({ member, role }: RoleChange) =>
      request({
        path: `/api/v1/teams/${teamId}/members/${member.user.id}`,
        method: 'PUT',
        body: { role } satisfies MemberUpdate,
        schema: TeamMember,
      }),
    onMutate: async ({ member, role }) => {
      await queries.cancelQueries({ queryKey });
      show(member.user.id, role);
    },
    onSuccess: ({ user, role }) => {
      toast.success({
        title: 'Role changed.',
        description: `${user.display_name} is now ${role === 'admin' ? 'an admin' : 'a member'}.`,
        duration: 3000,
      });
    },
    onError: (error, { member }) => {
      show(member.user.id, member.role);
      toast.error({ title: 'Failed to change role', description: errorText(error) });
    },
    onSettled: () => {
      // A response between two changes would undo the second one for a moment.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey });
    },
  });
}
