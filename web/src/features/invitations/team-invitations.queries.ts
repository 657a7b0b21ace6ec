import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { SentInvitation, type TeamInvitation } from '@wentwell/contract/teams/invitations';

import { ApiError, errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { invitationKeys, teamInvitationsQuery } from './invitations.queries.ts';
import { withInvitation, withoutInvitation } from './pending-list.ts';

export interface InviteResult {
  email: string;
  link?: string;
  problem?: string;
  isAboutAddress?: boolean;
}

/** Sends invitations one after another. Never rejects: each result has its own error. */
export function useInviteMany(teamId: TeamId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (emails: readonly string[]) => {
      const results: InviteResult[] = [];
      for (const email of emails) results.push(await inviteOne(teamId, email));
      return results;
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: invitationKeys.ofTeam(teamId) }),
  });
}

async function inviteOne(teamId: TeamId, email: string): Promise<InviteResult> {
  try {
    const { link } = await request({
      path: `/api/v1/teams/${teamId}/invitations`,
      method: 'POST',
      body: { invited_user_email: email },
      schema: SentInvitation,
    });
    return { email, link };
  } catch (error) {
    const ofAddress = error instanceof ApiError ? error.fieldErrors[0]?.msg : undefined;
    return {
      email,
      problem: ofAddress ?? errorText(error),
      isAboutAddress: ofAddress !== undefined,
    };
  }
}

/** Removes the invitation optimistically, and restores it if the server refuses. */
export function useCancelInvitation(teamId: TeamId) {
  const queries = useQueryClient();
  const { queryKey } = teamInvitationsQuery(teamId);
  const mutationKey = [...queryKey, 'cancel'];
  return useMutation({
    mutationKey,
    mutationFn: (invitation: TeamInvitation) =>
      request({
        path: `/api/v1/teams/${teamId}/invitations/${invitation.id}`,
        method: 'DELETE',
      }),
    onMutate: async (invitation) => {
      await queries.cancelQueries({ queryKey });
      const list = queries.getQueryData(queryKey);
      const place = list?.findIndex((each) => each.id === invitation.id) ?? 0;
      queries.setQueryData(queryKey, list && withoutInvitation(list, invitation.id));
      return { place };
    },
    onSuccess: () => {
      toast.success({ title: 'Invitation cancelled.', duration: 3000 });
    },
    onError: (error, invitation, context) => {
      queries.setQueryData(
        queryKey,
        (list) => list && withInvitation(list, invitation, context?.place ?? 0),
      );
      toast.error({
        title: 'Failed to cancel invitation.',
        description: errorText(error),
        duration: 5000,
      });
    },
    onSettled: () => {
      // A response between two cancellations would restore the second invitation.
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey });
    },
  });
}
