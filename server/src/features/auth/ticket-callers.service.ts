// Resolves the callers of sockets' tickets: a crowd that enters a board redeems its tickets together.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq } from 'drizzle-orm';

import { users } from '#server/features/users/users.table';
import { redeemedTickets } from '#server/live/tickets';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { callForAll } from '#server/platform/gathered-calls';
import type { Caller } from '#server/platform/http/caller';
import { hashSecret } from '#server/platform/secrets';

import { callerColumns, ofLivingPerson, toCaller } from './callers.service.ts';
import { isLivingSession, sessions } from './sessions.table.ts';

export function ticketCallers(db: Database, clock: Clock) {
  const redeemed = redeemedTickets(db);
  const byTickets = db
    .with(redeemed)
    .select({ ...callerColumns, ticketHash: redeemed.ticketHash })
    .from(redeemed)
    .innerJoin(sessions, eq(sessions.id, redeemed.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isLivingSession, ofLivingPerson))
    .prepare('sessions_by_tickets');

  const redeem = callForAll(clock, async (meetingId: MeetingId, hashes: readonly string[]) => {
    // In one order on every node, so that those who show the same tickets to two of them wait for each other's rows in turn.
    const rows = await byTickets.execute({ ticketHashes: hashes.toSorted(), meetingId });
    const callers = new Map(rows.map((row) => [row.ticketHash, toCaller(row)]));
    return (hash) => {
      const caller = callers.get(hash) ?? null;
      // One of two who show the same ticket is let in.
      callers.delete(hash);
      return caller;
    };
  });

  /** Redeems a ticket of a board's socket. Null where it is unknown, used or expired, or its session has ended. */
  return (ticket: string, meetingId: MeetingId): Promise<Caller | null> =>
    redeem(meetingId, hashSecret(ticket));
}
