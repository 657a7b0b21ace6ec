import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import {
  Invitation,
  type InvitationAnswer,
  PublicInvitation,
  TeamInvitation,
} from '@wentwell/contract/teams/invitations';
import { z } from 'zod';

import { freshFor } from '#web/api/fresh-for';
import { readQuery } from '#web/api/queries';
import { ApiError, errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

export const invitationKeys = {
  all: ['invitations'] as const,
  mine: () => [...invitationKeys.all, 'mine'] as const,
  ofTeam: (teamId: TeamId | null) => [...invitationKeys.all, 'of-team', teamId] as const,
  byToken: (token: string) => [...invitationKeys.all, 'by-token', token] as const,
};

function pending<S extends typeof Invitation | typeof TeamInvitation>(schema: S) {
  return z.array(schema).transform((list) => list.filter(({ status }) => status === 'pending'));
}

/** GET /me/team-invitations: stale after 30 s, refetched on window focus. */
export function myInvitationsQuery() {
  return readQuery(
    invitationKeys.mine(),
    { path: '/api/v1/me/team-invitations', schema: pending(Invitation) },
    { staleTime: freshFor(30_000), refetchOnWindowFocus: true },
  );
}

/** Disabled without a team. */
export function teamInvitationsQuery(teamId: TeamId | null) {
  return readQuery(
    invitationKeys.ofTeam(teamId),
    { path: `/api/v1/teams/${teamId}/invitations`, schema: pending(TeamInvitation) },
    { enabled: teamId !== null, staleTime: freshFor(30_000), refetchOnWindowFocus: true },
  );
}

/** The link alone allows reading, without a login. */
export function invitationByTokenQuery(token: string) {
  return readQuery(
    invitationKeys.byToken(token),
    { path: tokenPath(token), schema: PublicInvitation },
    { staleTime: freshFor(30_000), refetchOnWindowFocus: true },
  );
}

interface Response {
  invitation: Invitation;
  answer: InvitationAnswer['status'];
}

export function useRespondToInvitation() {
  const queries = useQueryClient();
  const { queryKey } = myInvitationsQuery();
  return useMutation({
    mutationFn: ({ invitation, answer }: Response) =>
      request({
        path: `/api/v1/me/team-invitations/${invitation.id}/respond`,
        method: 'POST',
        body: { status: answer } satisfies InvitationAnswer,
      }),
    onSuccess: async (_, { invitation, answer }) => {
      toast.success({
        title: answer === 'accepted' ? 'Invitation accepted!' : 'Invitation declined!',
      });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== invitation.id));
      void queries.invalidateQueries({ queryKey });
    },
    onError: (error, { answer }) => {
      const verb = answer === 'accepted' ? 'accept' : 'decline';
      toast.error({ title: `Failed to ${verb} invitation`, description: errorText(error) });
      // The invitation was cancelled or has expired, so the list is outdated.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Accepts from the invitation page; the link's token is the proof. */
export function useAcceptByToken(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: `${tokenPath(token)}/accept`, method: 'POST' }),
    onSuccess: () => {
      toast.success({ title: 'Invitation accepted!' });
      void queries.invalidateQueries({ queryKey: invitationKeys.mine() });
      // Not refetched now: the page would show "already accepted" before it opens the dashboard.
      void queries.invalidateQueries({
        queryKey: invitationKeys.byToken(token),
        refetchType: 'none',
      });
    },
    onError: (error) => {
      const isSilent = error instanceof ApiError && error.detail === null;
      toast.error({
        title: 'Error accepting invitation',
        description: isSilent ? 'Failed to accept invitation. Please try again.' : errorText(error),
      });
      void queries.invalidateQueries({ queryKey: invitationKeys.byToken(token) });
    },
  });
}

function tokenPath(token: string): string {
  return `/api/v1/teams/invitations/token/${encodeURIComponent(token)}`;
}
