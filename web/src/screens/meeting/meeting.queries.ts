// The meeting by itself, for the page's head while its board is on the way.
import { queryOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { Meeting } from '@wentwell/contract/meetings';

import { request } from '#web/api/request';
import { meetingKeys } from '#web/features/meetings/meetings.queries';

/** The head of the page; the board brings the same meeting with it and keeps it true from then on. */
export function meetingQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: [...meetingKeys.all, 'one', meetingId],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/meetings/${meetingId}`, schema: Meeting, signal }),
  });
}
