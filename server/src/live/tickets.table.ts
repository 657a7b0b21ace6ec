import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * Each ticket admits one socket to one board, once and within 30 s (docs/live-protocol.md S-12). The table is unlogged: after a
 * crash of PostgreSQL it is empty, and clients ask for new ones.
 */
export const liveTickets = pgTable('live_tickets', {
  ticketHash: text().primaryKey(),
  userId: uuid().$type<UserId>().notNull(),
  sessionId: uuid().$type<SessionId>().notNull(),
  meetingId: uuid().$type<MeetingId>().notNull(),
  expiresAt: instant().notNull(),
});
