import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';

import { encodeChange } from './change-frames.ts';
import type { ChangeLog } from './change-log.ts';
import type { BoardHead } from './log-follower.ts';
import type { Member } from './member.ts';
import type { Outbox } from './outbox.ts';

const eventsPerPage = 100;

export interface LogReplay {
  meetingId: MeetingId;
  log: ChangeLog;
  member: Member;
  outbox: Outbox;
  /** The room's position of delivery, which moves on during the replay. */
  head(): BoardHead;
  hasLeft(): boolean;
}

/**
 * Sends a member the log from `since` on, no faster than the member reads, and then takes the outbox live. Resolves to
 * false where the log does not reach back to `since`, or too much is missing.
 */
export async function replayLog(
  { meetingId, log, member, outbox, head, hasLeft }: LogReplay,
  since: number,
): Promise<boolean> {
  const { epoch, seq } = head();
  if (since > seq || seq - since > liveLimits.resumeMax) return false;
  let last = since;
  // Changes of the meantime are in the log as well, so the outbox goes live when nothing is left to read.
  while (last < head().seq) {
    const readPage = () => log.after(meetingId, { epoch, since: last, limit: eventsPerPage });
    const page = await member.runAtGate(readPage);
    if (page[0]?.seq !== last + 1) return false;
    if (hasLeft()) return true;
    outbox.replay(page.map(encodeChange));
    last = page.at(-1)?.seq ?? last;
    await member.whenDrained();
  }
  outbox.resume(last, []);
  return true;
}
