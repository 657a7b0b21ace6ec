import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** One socket, one board, once, within 30 s (S-12). Unlogged: after a crash clients ask for new tickets. */
export const liveTickets = pgTable('live_tickets', {
  ticketHash: text().primaryKey(),
  userId: uuid().$type<UserId>().notNull(),
  sessionId: uuid().$type<SessionId>().notNull(),
  meetingId: uuid().$type<MeetingId>().notNull(),
  expiresAt: instant().notNull(),
});
