// The way to a meeting for every feature that hangs on one: who is asking, and what they stand for in its team.
import type { MeetingId } from '@wentwell/contract/ids';
import type { Standing } from '@wentwell/contract/teams';
import { and, eq, isNull } from 'drizzle-orm';

import { standingInTeam } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import type { Queries, Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import { Refusal } from '#server/platform/http/refusal';

import { type MeetingRow, meetings } from './meetings.table.ts';

export interface MeetingAccess {
  meeting: MeetingRow;
  standing: Standing;
}

const living = (meetingId: MeetingId) =>
  and(eq(meetings.id, meetingId), isNull(meetings.deletedAt));

async function standIn(
  db: Queries,
  caller: Caller,
  meeting: MeetingRow | undefined,
): Promise<MeetingAccess> {
  if (!meeting) throw new Refusal('NOT_FOUND');
  return { meeting, standing: await standingInTeam(db, caller, meeting.teamId) };
}

/** Takes a caller and a meeting; gives both, or refuses with 404 where the caller may not know of it. */
export async function accessMeeting(
  db: Queries,
  caller: Caller,
  meetingId: MeetingId,
): Promise<MeetingAccess> {
  const [meeting] = await db.select().from(meetings).where(living(meetingId));
  return standIn(db, caller, meeting);
}

/**
 * The same under the meeting's row lock, which orders all changes of a board: what is read here (phase, status,
 * seq, the caller's place) holds until the transaction ends (live.md "a fence").
 */
export async function lockMeeting(
  tx: Tx,
  caller: Caller,
  meetingId: MeetingId,
): Promise<MeetingAccess> {
  const [meeting] = await tx.select().from(meetings).where(living(meetingId)).for('update');
  if (meeting) {
    // Whoever removes the caller from the team waits for this change, or this one sees the removal.
    await tx
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.teamId, meeting.teamId), eq(memberships.userId, caller.userId)))
      .for('key share');
  }
  return standIn(tx, caller, meeting);
}
