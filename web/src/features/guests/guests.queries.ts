// A meeting's guests, for its editors.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuestUpdate } from '@wentwell/contract/guests/guest-changes';
import { Guest } from '@wentwell/contract/guests/guests';
import type { UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';

import { boardLinkQuery } from './board-links.ts';

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
