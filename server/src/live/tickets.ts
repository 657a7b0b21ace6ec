// What stands in a socket's address instead of the long-lived token: 256 bits, 30 s, one use (docs/live-protocol.md S-12).
import type { MeetingId, SessionId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live';
import { and, eq, gt, lt } from 'drizzle-orm';

import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { liveTickets } from './tickets.table.ts';

/** Issues and redeems tickets by the database's clock: a ticket of one node is redeemed at any other. */
export function ticketOffice(db: Database) {
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

    /** Clears away tickets that nobody spent in time. */
    async trim(queries: Queries): Promise<void> {
      await queries.delete(liveTickets).where(lt(liveTickets.expiresAt, databaseNow));
    },

    /** Spends a ticket. Null where it is unknown, spent or expired. */
    async redeem(ticket: string, meetingId: MeetingId): Promise<SessionId | null> {
      const [spent] = await db
        .delete(liveTickets)
        .where(
          and(
            eq(liveTickets.ticketHash, hashSecret(ticket)),
            eq(liveTickets.meetingId, meetingId),
            gt(liveTickets.expiresAt, databaseNow),
          ),
        )
        .returning({ sessionId: liveTickets.sessionId });
      return spent?.sessionId ?? null;
    },
  };
}
export type TicketOffice = ReturnType<typeof ticketOffice>;
