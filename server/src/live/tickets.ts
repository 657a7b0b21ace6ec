// A ticket replaces the long-lived token in a socket's address, which proxies may log (docs/live-protocol.md S-12).
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live';
import { and, eq, gt, lt, sql } from 'drizzle-orm';

import { type Database, preparedOn, type Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { liveTickets } from './tickets.table.ts';

const issueTicket = preparedOn((queries: Queries) =>
  queries
    .insert(liveTickets)
    .values({
      ticketHash: sql.placeholder('ticketHash'),
      userId: sql.placeholder('userId'),
      sessionId: sql.placeholder('sessionId'),
      meetingId: sql.placeholder('meetingId'),
      expiresAt: fromDatabaseNow(liveLimits.ticketMaxAge),
    })
    .returning({ expiresAt: liveTickets.expiresAt })
    .prepare('issue_ticket'),
);

/** Ends a ticket, with the values `ticketHash` and `meetingId`: no row where it is unknown, used or expired. */
export function redeemedTicket(queries: Queries) {
  return queries.$with('redeemed').as(
    queries
      .delete(liveTickets)
      .where(
        and(
          eq(liveTickets.ticketHash, sql.placeholder('ticketHash')),
          eq(liveTickets.meetingId, sql.placeholder('meetingId')),
          gt(liveTickets.expiresAt, databaseNow),
        ),
      )
      .returning({ sessionId: liveTickets.sessionId }),
  );
}

/** Tickets expire by the database's clock, so that any node can redeem the ticket of another. */
export function liveTicketStore(db: Database) {
  return {
    async issue(
      caller: Pick<Caller, 'userId' | 'sessionId'>,
      meetingId: MeetingId,
    ): Promise<LiveTicket> {
      const ticket = newSecret();
      const { userId, sessionId } = caller;
      const values = { ticketHash: hashSecret(ticket), userId, sessionId, meetingId };
      const [issued] = await issueTicket(db).execute(values);
      if (!issued) throw new Error('an inserted ticket was not returned');
      return { ticket, expires_at: issued.expiresAt.toISOString() };
    },

    /** Ends a ticket that is for no board, and tells whether it was one. */
    async redeem(ticket: string, meetingId: MeetingId): Promise<boolean> {
      const redeemed = await db
        .delete(liveTickets)
        .where(
          and(
            eq(liveTickets.ticketHash, hashSecret(ticket)),
            eq(liveTickets.meetingId, meetingId),
            gt(liveTickets.expiresAt, databaseNow),
          ),
        )
        .returning({ sessionId: liveTickets.sessionId });
      return redeemed.length > 0;
    },

    /** Deletes expired tickets. */
    async trim(queries: Queries): Promise<void> {
      await queries.delete(liveTickets).where(lt(liveTickets.expiresAt, databaseNow));
    },
  };
}
export type LiveTicketStore = ReturnType<typeof liveTicketStore>;
