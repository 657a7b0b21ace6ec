// Redeems socket tickets and loads the owners' permissions, in one batched statement.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq, sql } from 'drizzle-orm';

import {
  callerColumns,
  isActiveSession,
  sessions,
  toCaller,
} from '#server/features/auth/sessions.table';
import { isLivingBoard, meetings } from '#server/features/meetings/meetings.table';
import { membershipOf, memberships, teams } from '#server/features/teams/teams.table';
import { isActiveAccount, users } from '#server/features/users/users.table';
import { redeemedTickets } from '#server/live/tickets';
import { batchByKey } from '#server/platform/batching';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { hashSecret } from '#server/platform/secrets';

export function ticketAdmissions(db: Database, clock: Clock) {
  const redeemed = redeemedTickets(db);
  const { id, teamId, status, phase, endTime, settings } = meetings;
  const byTickets = db
    .with(redeemed)
    .select({
      caller: callerColumns,
      ticketHash: redeemed.ticketHash,
      meeting: { id, teamId, status, phase, endTime, settings },
      role: memberships.role,
      now: databaseNowField,
    })
    .from(redeemed)
    .innerJoin(sessions, eq(sessions.id, redeemed.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(meetings, eq(meetings.id, sql.placeholder('meetingId')))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(users.id, meetings.teamId))
    .where(and(isActiveSession, isActiveAccount, isLivingBoard))
    .prepare('admissions_by_tickets');

  const redeem = batchByKey(clock, async (meetingId: MeetingId, hashes: readonly string[]) => {
    // Sorted, so that two nodes redeeming the same tickets lock the rows in the same order and cannot deadlock.
    const rows = await byTickets.execute({ ticketHashes: hashes.toSorted(), meetingId });
    const found = new Map(
      rows.map(({ ticketHash, ...row }) => [ticketHash, { ...row, caller: toCaller(row.caller) }]),
    );
    return (hash) => {
      const admission = found.get(hash) ?? null;
      // If a ticket is presented twice in a batch, only one is admitted.
      found.delete(hash);
      return admission;
    };
  });

  /** Null if the ticket is unknown, used or expired, or its session or the meeting no longer exists. */
  return (ticket: string, meetingId: MeetingId) => redeem(meetingId, hashSecret(ticket));
}
