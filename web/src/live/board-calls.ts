// HTTP calls of commands that the board decides.
import type { MeetingId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';

import { attemptOptions } from '#web/api/attempt';
import { ApiError, request, requestChange, type RequestOptions } from '#web/api/request';

import type { Command } from './command.ts';

export interface BoardCalls {
  change(options: RequestOptions): Promise<{ seq: number }>;
  /** The current seq of the board. Rejects if the user may not see the board. */
  readSeq(options: Pick<RequestOptions, 'signal'>): Promise<number>;
}

export function boardCalls(meetingId: MeetingId): BoardCalls {
  const path = `/api/v1/meetings/${meetingId}/events`;
  // No change follows the highest number, so the response is short.
  const query = { since: Number.MAX_SAFE_INTEGER };
  const schema = EventsPage.pick({ seq: true });
  return {
    change: requestChange,
    readSeq: async (options) => (await request({ path, query, schema, ...options })).seq,
  };
}

/** Sends a command by one HTTP call, whose response has the seq of the change. */
export function sendBy(call: RequestOptions): Command['send'] {
  return (key, signal) => requestChange({ ...call, ...attemptOptions({ key, signal }) });
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Treats "already removed" as success. A 404 may also mean that the user has lost access. */
export async function removeOnce(
  calls: BoardCalls,
  removal: () => Promise<{ seq: number }>,
  signal: AbortSignal,
): Promise<{ seq: number }> {
  try {
    return await removal();
  } catch (error) {
    if (!isGone(error)) throw error;
    return { seq: await calls.readSeq({ signal }) };
  }
}
