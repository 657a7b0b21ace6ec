import type { MeetingId, TextId, UserId } from '@wentwell/contract/ids';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { instant, jsonVersion } from '#server/platform/db/columns';

import { ofBoardTeam } from './board-columns.ts';

function noteOf(event: SQLWrapper): SQL {
  return sql`(${event} -> 'data' -> 'note' ->> 'id')`;
}

/** The log of version 0.3, for a downgrade to it. Nothing else reads it. */
export const boardEvents = pgTable(
  'board_events',
  {
    meetingId: uuid().$type<MeetingId>().notNull(),
    teamId: ofBoardTeam(),
    seq: bigint({ mode: 'number' }).notNull(),
    actorId: uuid().$type<UserId>(),
    event: jsonb().$type<{ type: string }>().notNull(),
    privateTo: uuid().$type<UserId>(),
    privateEvent: jsonb().$type<object>(),
    eventVersion: jsonVersion(),
    noteIds: uuid().$type<TextId>().array(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.seq] }),
    index('board_events_notes').using('gin', table.noteIds),
    index('board_events_old_note')
      .on(table.meetingId, noteOf(table.event))
      .where(sql`${table.noteIds} is null and ${noteOf(table.event)} is not null`),
    index('board_events_old_reveals')
      .on(table.meetingId)
      .where(sql`${table.noteIds} is null and (${table.event} ->> 'type') = 'notes_revealed'`),
  ],
);

/** No longer written or read. */
export const deafNodes = pgTable('deaf_nodes', {
  nodeId: uuid().primaryKey(),
  expiresAt: instant().notNull(),
});
