import type { BoardEvent } from '@wentwell/contract/board-features';
import type { MeetingId, TextId, UserId } from '@wentwell/contract/ids';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { instant, jsonVersion } from '#server/platform/db/columns';

/** The id of the note that an event carries, as SQL, for rows without `noteIds`; null where it carries none, or many. */
export function noteOf(event: SQLWrapper): SQL {
  return sql`(${event} -> 'data' -> 'note' ->> 'id')`;
}

export function isReveal(event: SQLWrapper): SQL {
  return sql`(${event} ->> 'type') = 'notes_revealed'`;
}

/**
 * Every change of every board, in order. `event` is what all may see of it. If some users may see more, the whole
 * event is in `privateEvent`, and who sees what of it is decided on reading. The version before reads the same columns
 * and shows the whole event to `privateTo` only, so it never shows more than this one.
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
    eventVersion: jsonVersion(),
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
