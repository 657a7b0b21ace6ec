// Removing members and changing roles. Separate from `members.queries.ts`, which a board loads.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { type MemberUpdate, TeamMember, type TeamRole } from '@wentwell/contract/teams/teams';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { memberKeys, type MemberRows } from './members.queries.ts';

function updateMembers(
  queries: QueryClient,
  teamId: TeamId,
  change: (members: TeamMember[]) => TeamMember[],
): void {
  queries.setQueriesData<MemberRows>({ queryKey: memberKeys.first(teamId) }, (list) => {
    if (!list) return undefined;
    const rows = change(list.rows);
    return { rows, total: list.total + rows.length - list.rows.length };
  });
}

export function useRemoveMember(teamId: TeamId) {
  const queries = useQueryClient();
  const queryKey = memberKeys.ofTeam(teamId);
  return useMutation({
    mutationFn: (userId: TeamMember['user']['id']) =>
      request({ path: `/api/admin/teams/${teamId}/remove-user/${userId}`, method: 'POST' }),
    onSuccess: async (_, userId) => {
      toast.success({ title: 'Member removed', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      updateMembers(queries, teamId, (members) => members.filter(({ user }) => user.id !== userId));
      void queries.invalidateQueries({ queryKey });
    },
    onError: toast.onError('Error removing member'),
  });
}

/** Optimistic; rolled back if the server refuses. */
export function useChangeRole(teamId: TeamId) {
  const queries = useQueryClient();
  const queryKey = memberKeys.ofTeam(teamId);
  const mutationKey = [...queryKey, 'role'];
  function show(userId: TeamMember['user']['id'], role: TeamRole): void {
    updateMembers(queries, teamId, (members) =>
      members.map((each) => (each.user.id === userId ? { ...each, role } : each)),
    );
  }
  return useMutation({
    mutationKey,
    mutationFn: ({ member, role }: { member: TeamMember; role: TeamRole }) =>
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
      // A response between two changes would briefly revert the second.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey });
    },
  });
}
