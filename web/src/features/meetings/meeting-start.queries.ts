import { queryOptions } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { MeetingStart } from '@wentwell/contract/meeting-lists';

import { request } from '#web/api/request';

import { meetingKeys } from './meetings.queries.ts';

/** The columns and settings that the team had last (docs/retro.md R-193). */
export function meetingStartQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [...meetingKeys.ofTeam(teamId), 'start'],
    queryFn: ({ signal }) =>
      request({ path: `/api/v1/teams/${teamId}/meeting-start`, schema: MeetingStart, signal }),
  });
}
