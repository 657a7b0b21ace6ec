// What the meeting page asks besides the board itself.
import { queryOptions } from '@tanstack/react-query';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { Meeting } from '@wentwell/contract/meetings';
import { TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import { request } from '#web/api/request';
import { meetingKeys } from '#web/features/meetings/meetings.queries';
import { teamKeys } from '#web/features/teams/teams.queries';

/** The head of the page; the board brings the same meeting with it and keeps it true from then on. */
export function meetingQuery(meetingId: MeetingId) {
  return queryOptions({
    queryKey: [...meetingKeys.all, 'one', meetingId],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/meetings/${meetingId}`, schema: Meeting, signal }),
  });
}

export function teamMembersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: teamKeys.members(teamId),
    queryFn: ({ signal }) =>
      request({
        path: `/api/v1/teams/${teamId}/members`,
        schema: z.array(TeamMember),
        signal,
      }),
  });
}
