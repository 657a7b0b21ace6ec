import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { NewSpectatorLink, SpectatorLinkState } from '@wentwell/contract/spectators';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

const pathOf = (meetingId: MeetingId): string => `/api/v1/meetings/${meetingId}/spectator-link`;

export function spectatorLinkQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: ['spectator-link', meetingId],
    queryFn: ({ signal }) =>
      request({ path: pathOf(meetingId), schema: SpectatorLinkState, signal }),
  });
}

/** The secret that this page was told, until it is reloaded: the server tells it once. */
export function spectatorSecretQuery(meetingId: MeetingId) {
  return queryOptions<string | null>({
    queryKey: ['spectator-secret', meetingId],
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export function useNewSpectatorLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      request({ path: pathOf(meetingId), method: 'POST', schema: NewSpectatorLink }),
    onSuccess: ({ secret, ...link }) => {
      queries.setQueryData(spectatorSecretQuery(meetingId).queryKey, secret);
      queries.setQueryData(spectatorLinkQuery(meetingId).queryKey, { link });
    },
    onError: (error) =>
      toast.error({ title: 'The screen link was not made.', description: errorText(error) }),
  });
}

export function useRevokeSpectatorLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: pathOf(meetingId), method: 'DELETE' }),
    onSuccess: () => {
      queries.setQueryData(spectatorSecretQuery(meetingId).queryKey, null);
      queries.setQueryData(spectatorLinkQuery(meetingId).queryKey, { link: null });
      toast.success({ title: 'The screen link is revoked.' });
    },
    onError: (error) =>
      toast.error({ title: 'The screen link was not revoked.', description: errorText(error) }),
  });
}
