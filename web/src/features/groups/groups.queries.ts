// The calls that change groups. The live client reads the board.
import type { GroupInput, GroupUpdate } from '@wentwell/contract/groups';
import type { GroupId, MeetingId } from '@wentwell/contract/ids';

import { request } from '#web/api/request';

/** One attempt at a change. All attempts carry the same key, so that the server applies the change once. */
export interface Attempt {
  key: string;
  signal: AbortSignal;
}

/** The answers are not read: the events tell what has become of the board. */
export interface GroupCalls {
  create(input: GroupInput, attempt: Attempt): Promise<unknown>;
  update(groupId: GroupId, input: GroupUpdate, attempt: Attempt): Promise<unknown>;
  dissolve(groupId: GroupId, attempt: Attempt): Promise<unknown>;
}

export function groupCalls(meetingId: MeetingId): GroupCalls {
  const groups = `/api/v1/meetings/${meetingId}/groups`;
  const options = ({ key, signal }: Attempt) => ({ headers: { 'Idempotency-Key': key }, signal });
  return {
    create: (body, attempt) => request({ path: groups, method: 'POST', body, ...options(attempt) }),
    update: (id, body, attempt) =>
      request({ path: `${groups}/${id}`, method: 'PUT', body, ...options(attempt) }),
    dissolve: (id, attempt) =>
      request({ path: `${groups}/${id}`, method: 'DELETE', ...options(attempt) }),
  };
}
