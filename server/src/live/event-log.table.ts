import type { MeetingId, UserId } from '@wentwell/contract/ids';
import type { BoardEvent } from '@wentwell/contract/live';
import { bigint, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * Every change of every board, in order. An event that one person may read in full carries it twice:
 * what `privateTo` sees, and what everybody else does; masking is thus decided once, when it is written.
 */
export const boardEvents = pgTable(
  'board_events',
  {
    meetingId: uuid().$type<MeetingId>().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    actorId: uuid().$type<UserId>(),
    event: jsonb().$type<BoardEvent>().notNull(),
    privateTo: uuid().$type<UserId>(),
    privateEvent: jsonb().$type<BoardEvent>(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.seq] })],
);
