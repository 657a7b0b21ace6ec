import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitationId, TeamId } from '@wentwell/contract/ids';
import { SentInvitation } from '@wentwell/contract/teams/invitations';
import { useState } from 'react';

import { ApiError, errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { invitationKeys, teamInvitationsQuery } from './invitations.queries.ts';

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

/** The list hides the cancelled invitations at once, and shows one again if the server refuses. */
export function useCancelInvitations(teamId: TeamId) {
  const queries = useQueryClient();
  const { queryKey } = teamInvitationsQuery(teamId);
  const [cancelled, setCancelled] = useState<readonly InvitationId[]>([]);
  const { mutate } = useMutation({
    mutationFn: (id: InvitationId) =>
      request({ path: `/api/v1/teams/${teamId}/invitations/${id}`, method: 'DELETE' }),
    onMutate: (id) => setCancelled((ids) => [...ids, id]),
    onSuccess: async (_, gone) => {
      toast.success({ title: 'Invitation cancelled.', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== gone));
    },
    onError: (error, refused) => {
      setCancelled((ids) => ids.filter((id) => id !== refused));
      toast.error({
        title: 'Failed to cancel invitation.',
        description: errorText(error),
        duration: 5000,
      });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  });
  return { cancelled, cancel: mutate };
}
