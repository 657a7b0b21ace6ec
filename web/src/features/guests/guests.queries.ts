// A meeting's guests, and the links that open it without an account: one for screens, one for guests.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuestUpdate } from '@wentwell/contract/guests/guest-changes';
import { Guest, GuestLinkState, NewGuestLink } from '@wentwell/contract/guests/guests';
import { NewSpectatorLink, SpectatorLinkState } from '@wentwell/contract/guests/spectators';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';

/** The query of the open board's guests. */
export function useGuestsQuery() {
  const { id } = useShownBoard().meeting;
  return readQuery(['guests', id], {
    path: `/api/v1/meetings/${id}/guests`,
    schema: z.array(Guest),
  });
}

/** All pages are notified by `guests_changed`. */
export function useUpdateGuest() {
  const { id: meetingId } = useShownBoard().meeting;
  const { queryKey: guests } = useGuestsQuery();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: GuestUpdate & { id: UserId }) =>
      request({
        path: `/api/v1/meetings/${meetingId}/guests/${id}`,
        method: 'PUT',
        body,
        schema: Guest,
      }),
    onSettled: () =>
      // After a removal the link requires admission.
      Promise.all(
        [guests, boardLinkQuery('guest', meetingId).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    onError: toast.onError('The guest was not changed.'),
  });
}

export type LinkKind = 'screen' | 'guest';

interface LinkCalls {
  path: string;
  state: z.ZodType<SpectatorLinkState | GuestLinkState>;
  made: z.ZodType<MadeLink>;
}
type MadeLink = NewSpectatorLink | NewGuestLink;

const calls: Record<LinkKind, LinkCalls> = {
  screen: { path: 'spectator-link', state: SpectatorLinkState, made: NewSpectatorLink },
  guest: { path: 'guest-link', state: GuestLinkState, made: NewGuestLink },
};

const pathOf = (kind: LinkKind, meetingId: MeetingId): string =>
  `/api/v1/meetings/${meetingId}/${calls[kind].path}`;

export function boardLinkQuery(kind: LinkKind, meetingId: MeetingId) {
  return readQuery(['board-link', kind, meetingId], {
    path: pathOf(kind, meetingId),
    schema: calls[kind].state,
  });
}

/** The link created by this page, until a reload: the server returns its secret once. Others may have replaced it. */
export function madeLinkQuery(kind: LinkKind, meetingId: MeetingId) {
  return queryOptions<MadeLink | null>({
    queryKey: ['made-link', kind, meetingId],
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Creates and revokes a link, with the guest settings. */
export function useChangeLink(kind: LinkKind, meetingId: MeetingId) {
  const queries = useQueryClient();
  const path = pathOf(kind, meetingId);
  const show = (made: MadeLink | null): Promise<void> => {
    queries.setQueryData(madeLinkQuery(kind, meetingId).queryKey, made);
    return queries.invalidateQueries(boardLinkQuery(kind, meetingId));
  };
  const make = useMutation({
    mutationFn: (body?: { admit: boolean }) =>
      request({ path, method: 'POST', body, schema: calls[kind].made }),
    onSuccess: show,
    onError: toast.onError(`The ${kind} link was not made.`),
  });
  const revoke = useMutation({
    mutationFn: () => request({ path, method: 'DELETE' }),
    onSuccess: () => {
      toast.success({ title: `The ${kind} link is revoked.` });
      return show(null);
    },
    onError: toast.onError(`The ${kind} link was not revoked.`),
  });
  return { make, revoke };
}
