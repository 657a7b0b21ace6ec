// A meeting's guests, for its editors.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuestUpdate } from '@wentwell/contract/guest-changes';
import { Guest } from '@wentwell/contract/guests';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { boardLinkQuery } from './board-links.ts';

const pathOf = (meetingId: MeetingId): string => `/api/v1/meetings/${meetingId}`;

export function guestsQuery(meetingId: MeetingId) {
  return readQuery(['guests', meetingId], {
    path: `${pathOf(meetingId)}/guests`,
    schema: z.array(Guest),
  });
}

/** All pages learn of the change by `guests_changed`. */
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
      // After a removal the link requires admission.
      Promise.all(
        [guestsQuery(meetingId), boardLinkQuery('guest', meetingId)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    onError: toast.onError('The guest was not changed.'),
  });
}
