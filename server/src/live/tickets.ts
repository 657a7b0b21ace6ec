// A ticket replaces the long-lived token in a socket's address, which proxies may log (docs/live-protocol.md S-12).
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live/live';
import { and, eq, gt, lt, sql } from 'drizzle-orm';

import { batchByKey } from '#server/platform/batching';
import type { Clock } from '#server/platform/clock';
import { type Database, preparePerConnection, type Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { notStored } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { liveTickets } from './tickets.table.ts';

interface NewTicket {
  ticketHash: string;
  userId: UserId;
  sessionId: SessionId;
  meetingId: MeetingId;
}

const column = (key: keyof NewTicket) => sql.placeholder(key);

const insertTickets = preparePerConnection((queries: Queries) =>
  queries
    .insert(liveTickets)
    .select(
      sql`select *, ${fromDatabaseNow(liveLimits.ticketMaxAge)} from unnest(${column('ticketHash')}::text[],
        ${column('userId')}::uuid[], ${column('sessionId')}::uuid[], ${column('meetingId')}::uuid[])`,
    )
    .returning({ expiresAt: liveTickets.expiresAt })
    .prepare('store_tickets'),
);

/** Stores tickets with one statement. Returns their expiry. */
async function storeTickets(db: Database, tickets: readonly NewTicket[]): Promise<Date> {
  const all = (key: keyof NewTicket) => tickets.map((each) => each[key]);
  const [stored = notStored()] = await insertTickets(db).execute({
    ticketHash: all('ticketHash'),
    userId: all('userId'),
    sessionId: all('sessionId'),
    meetingId: all('meetingId'),
  });
  return stored.expiresAt;
}

/**
 * Redeems tickets of a board. Its parameters are `ticketHashes` and `meetingId`. Unknown, used and expired tickets have
 * no row.
 */
export function redeemedTickets(queries: Queries) {
  // The subquery hides their number from the planner, which would replan for each number.
  const isPresented = sql`${liveTickets.ticketHash} = any((select ${sql.placeholder('ticketHashes')}::text[])::text[])`;
  return queries.$with('redeemed').as(
    queries
      .delete(liveTickets)
      .where(
        and(
          isPresented,
          eq(liveTickets.meetingId, sql.placeholder('meetingId')),
          gt(liveTickets.expiresAt, databaseNow),
        ),
      )
      .returning({ ticketHash: liveTickets.ticketHash, sessionId: liveTickets.sessionId }),
  );
}

/** Tickets expire by the database's clock, so that any node can redeem the ticket of another. */
export function liveTicketStore(db: Database, clock: Clock) {
  // When many users open boards at once, tickets that arrive during an insert share the next one.
  const store = batchByKey(
    clock,
    async (_: 'all', tickets: readonly NewTicket[]) => {
      const expiresAt = await storeTickets(db, tickets);
      return () => expiresAt;
    },
    0,
  );

  return {
    async issue(
      caller: Pick<Caller, 'userId' | 'sessionId'>,
      meetingId: MeetingId,
    ): Promise<LiveTicket> {
      const ticket = newSecret();
      const { userId, sessionId } = caller;
      const values = { ticketHash: hashSecret(ticket), userId, sessionId, meetingId };
      return { ticket, expires_at: (await store('all', values)).toISOString() };
    },

    /** Ends a ticket of the test socket. Returns whether it was valid. */
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

    async trim(queries: Queries): Promise<void> {
      await queries.delete(liveTickets).where(lt(liveTickets.expiresAt, databaseNow));
    },
  };
}
export type LiveTicketStore = ReturnType<typeof liveTicketStore>;
