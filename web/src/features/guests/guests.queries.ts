// The guests of a meeting and their link, for whoever may change the meeting.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuestUpdate } from '@wentwell/contract/guest-changes';
import { Guest, GuestLinkState, NewGuestLink } from '@wentwell/contract/guests';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

const pathOf = (meetingId: MeetingId): string => `/api/v1/meetings/${meetingId}`;

export function guestsQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: ['guests', meetingId],
    queryFn: ({ signal }) =>
      request({ path: `${pathOf(meetingId)}/guests`, schema: z.array(Guest), signal }),
  });
}

/** Everybody's page learns of the change by `guests_changed`. */
export function useUpdateGuest(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: GuestUpdate & { id: UserId }) =>
      request({
        path: `${pathOf(meetingId)}/guests/${id}`,
        method: 'PUT',
        body,
        schema: Guest,
      }),
    onSettled: () =>
      // A removal lets nobody in unasked from then on.
      Promise.all(
        [guestsQuery(meetingId), guestLinkQuery(meetingId)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    onError: (error) =>
      toast.error({ title: 'The guest was not changed.', description: errorText(error) }),
  });
}

export function guestLinkQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: ['guest-link', meetingId],
    queryFn: ({ signal }) =>
      request({ path: `${pathOf(meetingId)}/guest-link`, schema: GuestLinkState, signal }),
  });
}

/** The link that this page made, with its secret, until a reload: the server tells it once. Others may have replaced it. */
export function madeGuestLinkQuery(meetingId: MeetingId) {
  return queryOptions<NewGuestLink | null>({
    queryKey: ['made-guest-link', meetingId],
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export function useNewGuestLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (admit: boolean) =>
      request({
        path: `${pathOf(meetingId)}/guest-link`,
        method: 'POST',
        body: { admit },
        schema: NewGuestLink,
      }),
    onSuccess: (made) => {
      const { secret: _, ...link } = made;
      queries.setQueryData(madeGuestLinkQuery(meetingId).queryKey, made);
      queries.setQueryData(guestLinkQuery(meetingId).queryKey, { link });
    },
    onError: (error) =>
      toast.error({ title: 'The guest link was not made.', description: errorText(error) }),
  });
}

export function useRevokeGuestLink(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request({ path: `${pathOf(meetingId)}/guest-link`, method: 'DELETE' }),
    onSuccess: () => {
      queries.setQueryData(madeGuestLinkQuery(meetingId).queryKey, null);
      queries.setQueryData(guestLinkQuery(meetingId).queryKey, { link: null });
      toast.success({ title: 'The guest link is revoked.' });
    },
    onError: (error) =>
      toast.error({ title: 'The guest link was not revoked.', description: errorText(error) }),
  });
}
