import type { ColumnId } from '@wentwell/contract/columns';
import type { MeetingId, NoteId, TeamId, UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { meetings } from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { createdAndUpdated, softDelete } from '#server/platform/db/columns';

export const notes = pgTable(
  'notes',
  {
    id: uuid().$type<NoteId>().primaryKey(),
    meetingId: uuid()
      .$type<MeetingId>()
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    teamId: uuid()
      .$type<TeamId>()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    noteType: text().$type<ColumnId>().notNull(),
    hidden: boolean().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    index('notes_board').on(table.meetingId, table.position),
    index('notes_author').on(table.authorId, table.createdAt),
    index('notes_face_down')
      .on(table.meetingId)
      .where(sql`${table.hidden}`),
  ],
);

export type NoteRow = typeof notes.$inferSelect;

/**
 * The one place where a hidden note loses its text: HTTP, snapshots and live events all pass here. A `null` viewer is
 * everybody but the author.
 */
export function toNote(row: NoteRow, viewer: UserId | null): Note {
  const readable = !row.hidden || row.authorId === viewer;
  return {
    id: row.id,
    meeting_id: row.meetingId,
    author_id: row.authorId,
    content: readable ? row.content : '',
    note_type: row.noteType,
    hidden: row.hidden,
    position: row.position,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
