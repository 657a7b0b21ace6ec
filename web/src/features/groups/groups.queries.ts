// The calls that change groups. The live client reads the board.
import { Group, type GroupInput, type GroupUpdate } from '@wentwell/contract/groups';
import type { GroupId, MeetingId } from '@wentwell/contract/ids';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { request } from '#web/api/request';

/** The answers are not read: the events tell what has become of the board. */
export interface GroupCalls {
  create(input: GroupInput, attempt: Attempt): Promise<unknown>;
  update(groupId: GroupId, input: GroupUpdate, attempt: Attempt): Promise<unknown>;
  dissolve(groupId: GroupId, attempt: Attempt): Promise<unknown>;
}

export function groupCalls(meetingId: MeetingId): GroupCalls {
  const groups = `/api/v1/meetings/${meetingId}/groups`;
  return {
    create: (body, attempt) =>
      request({ path: groups, method: 'POST', body, schema: Group, ...attemptOptions(attempt) }),
    update: (id, body, attempt) =>
      request({
        path: `${groups}/${id}`,
        method: 'PUT',
        body,
        // Without one where fewer than two notes are left.
        schema: Group.optional(),
        ...attemptOptions(attempt),
      }),
    dissolve: (id, attempt) =>
      request({ path: `${groups}/${id}`, method: 'DELETE', ...attemptOptions(attempt) }),
  };
}
