import type { MeetingId, TextId, UserId } from '@wentwell/contract/ids';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { instant, jsonVersion } from '#server/platform/db/columns';

import { ofBoardTeam } from './board-columns.ts';

/** The id of the note that an event carries, as SQL, for rows without `noteIds`; null where it carries none, or many. */
export function noteOf(event: SQLWrapper): SQL {
  return sql`(${event} -> 'data' -> 'note' ->> 'id')`;
}

export function isReveal(event: SQLWrapper): SQL {
  return sql`(${event} ->> 'type') = 'notes_revealed'`;
}

/**
 * Every change of every board, in order. An event that all may see whole is in `event`. Any other one is in
 * `privateEvent`, with its type alone in `event`; who sees what of it is decided on reading. A program that cannot read
 * an event sends `event` to everybody.
 */
export const boardEvents = pgTable(
  'board_events',
  {
    meetingId: uuid().$type<MeetingId>().notNull(),
    teamId: ofBoardTeam(),
    seq: bigint({ mode: 'number' }).notNull(),
    actorId: uuid().$type<UserId>(),
    event: jsonb().$type<{ type: string }>().notNull(),
    /** No longer written, nor read. */
    privateTo: uuid().$type<UserId>(),
    privateEvent: jsonb().$type<object>(),
    eventVersion: jsonVersion(),
    /** The change of records, beside the last event of its command. */
    change: jsonb().$type<object>(),
    /** Whose deletion takes a text out of it: notes, and comments; null where the version before this column wrote it. */
    noteIds: uuid().$type<TextId>().array(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.seq] }),
    // Finds the events whose texts a deletion erases.
    index('board_events_notes').using('gin', table.noteIds),
    // The same among those of the version before `noteIds`, by the note that they carry, or the many of a reveal. No event
    // of today is written into them: each index costs every change of a board.
    index('board_events_old_note')
      .on(table.meetingId, noteOf(table.event))
      .where(sql`${table.noteIds} is null and ${noteOf(table.event)} is not null`),
    index('board_events_old_reveals')
      .on(table.meetingId)
      .where(sql`${table.noteIds} is null and ${isReveal(table.event)}`),
  ],
);
