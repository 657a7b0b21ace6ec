// A ticket replaces the long-lived token in a socket's address, which proxies may log (docs/live-protocol.md S-12).
import type { MeetingId, SessionId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live';
import { and, eq, gt, lt } from 'drizzle-orm';

import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { liveTickets } from './tickets.table.ts';

/** Tickets expire by the database's clock, so that any node can redeem the ticket of another. */
export function liveTicketStore(db: Database) {
  return {
    async issue(caller: Caller, meetingId: MeetingId): Promise<LiveTicket> {
      const ticket = newSecret();
      const [issued] = await db
        .insert(liveTickets)
        .values({
          ticketHash: hashSecret(ticket),
          userId: caller.userId,
          sessionId: caller.sessionId,
          meetingId,
          expiresAt: fromDatabaseNow(liveLimits.ticketMaxAge),
        })
        .returning({ expiresAt: liveTickets.expiresAt });
      if (!issued) throw new Error('an inserted ticket was not returned');
      return { ticket, expires_at: issued.expiresAt.toISOString() };
    },

    /** Deletes expired tickets. */
    async trim(queries: Queries): Promise<void> {
      await queries.delete(liveTickets).where(lt(liveTickets.expiresAt, databaseNow));
    },

    /** Null where the ticket is unknown, used or expired. */
    async redeem(ticket: string, meetingId: MeetingId): Promise<SessionId | null> {
      const [redeemed] = await db
        .delete(liveTickets)
        .where(
          and(
            eq(liveTickets.ticketHash, hashSecret(ticket)),
            eq(liveTickets.meetingId, meetingId),
            gt(liveTickets.expiresAt, databaseNow),
          ),
        )
        .returning({ sessionId: liveTickets.sessionId });
      return redeemed?.sessionId ?? null;
    },
  };
}
export type LiveTicketStore = ReturnType<typeof liveTicketStore>;
