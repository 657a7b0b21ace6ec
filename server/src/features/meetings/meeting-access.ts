// The way to a meeting for every feature that hangs on one: who is asking, and what they stand for in its team.
import type { MeetingId } from '@wentwell/contract/ids';
import { meetingPolicy } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';

import { teamContextInTeam } from '#server/features/teams/team-access';
import { memberships, teams } from '#server/features/teams/teams.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type MeetingRow, meetings } from './meetings.table.ts';

export interface MeetingAccess {
  meeting: MeetingRow;
  teamContext: TeamContext;
  /** By the database's clock: nodes must agree on whether a meeting is over. */
  now: Date;
}

const living = (meetingId: MeetingId) =>
  and(eq(meetings.id, meetingId), isNull(meetings.deletedAt));

const membershipOf = ({ userId }: Caller) =>
  and(eq(memberships.teamId, meetings.teamId), eq(memberships.userId, userId));

/**
 * Loads the meeting and what the caller is in its team. Throws NOT_FOUND for outsiders as for an unknown meeting,
 * after the same one query, so that neither answer nor time reveals that it exists.
 */
export async function accessMeeting(
  db: Queries,
  caller: Caller,
  meetingId: MeetingId,
): Promise<MeetingAccess> {
  const [found] = await db
    .select({ meeting: meetings, role: memberships.role, now: databaseNowField })
    .from(meetings)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(caller))
    .where(and(living(meetingId), isNull(teams.deletedAt)));
  if (!found) throw new ApiError('NOT_FOUND');
  const { userId, isSuperuser } = caller;
  const teamContext: TeamContext = { userId, isSuperuser, role: found.role };
  authorize(meetingPolicy.see(teamContext));
  return { meeting: found.meeting, teamContext, now: found.now };
}

/**
 * The same under the meeting's row lock, which orders all changes of a board: what is read here (phase, status,
 * seq, the caller's place) holds until the transaction ends. Outsiders get no lock, and cannot hold up a board.
 */
export async function lockMeeting(
  tx: Tx,
  caller: Caller,
  meetingId: MeetingId,
): Promise<MeetingAccess> {
  const membership = tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(membershipOf(caller));
  const [found] = await tx
    .select({ meeting: meetings, now: databaseNowField })
    .from(meetings)
    .where(and(living(meetingId), or(sql`${caller.isSuperuser}`, exists(membership))))
    .for('update');
  if (!found) throw new ApiError('NOT_FOUND');
  const { meeting, now } = found;
  // Whoever removes the caller from the team waits for this change, or this one sees the removal.
  await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.teamId, meeting.teamId), eq(memberships.userId, caller.userId)))
    .for('key share');
  // Read only now: a statement sees what was committed when it began, and both locks may have waited.
  return { meeting, teamContext: await teamContextInTeam(tx, caller, meeting.teamId), now };
}
