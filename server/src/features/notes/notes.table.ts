import { noteSeenBy } from '@wentwell/contract/board/notes';
import { TopicTotal } from '@wentwell/contract/discussion/votes';
import type { GroupId, NoteId, UserId } from '@wentwell/contract/ids';
import type { AuthorHash, Viewer } from '@wentwell/contract/notes/author-keys';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { LoggedNote, Note } from '@wentwell/contract/notes/notes';
import {
  and,
  type Column,
  eq,
  isNotNull,
  isNull,
  not,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofTeam } from '#server/features/teams/teams.table';
import { userOrNull, users } from '#server/features/users/users.table';
import {
  createdAndUpdated,
  deletedIndex,
  softDelete,
  textIndex,
} from '#server/platform/db/columns';

/** Votes and reactions without a person. Imported votes of a topic are stored on its first note. */
export const ImportedCounts = z.object({
  votes: TopicTotal.nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number().int().min(1) })),
});
export type ImportedCounts = z.infer<typeof ImportedCounts>;

/** Columns of notes and comments, beside `authorId`, which is null in an anonymous meeting. */
export function writtenText() {
  return {
    /** The hash of the author key. Only in an anonymous meeting. */
    authorHash: text().$type<AuthorHash>(),
    /** The author's name in the file of an imported text, which has no `authorId`. */
    authorName: text(),
    content: text().notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
    /** The user who deleted it and may undo that. Null while it is not deleted. */
    deletedBy: userOrNull(),
    /** Replaces `deletedBy` in an anonymous meeting. Unique to this deletion, so it does not identify an author. */
    deletedByHash: text().$type<AuthorHash>(),
  };
}

export const notes = pgTable(
  'notes',
  {
    id: uuid().$type<NoteId>().primaryKey(),
    /** The note's id on its board, if a note on another board already has that id as `id`. Else null. */
    publicId: uuid().$type<NoteId>(),
    meetingId: ofMeeting(),
    teamId: ofTeam(),
    authorId: uuid()
      .$type<UserId>()
      .references(() => users.id),
    noteType: text().$type<ColumnId>().notNull(),
    hidden: boolean().notNull(),
    /** The text changed after others could read it. */
    edited: boolean().notNull().default(false),
    /** References `groups` of the same meeting. Null for deleted notes. */
    groupId: uuid().$type<GroupId>(),
    position: bigint({ mode: 'number' }).notNull(),
    ...writtenText(),
    importedCounts: jsonb().$type<ImportedCounts>(),
  },
  (table) => [
    index('notes_board').on(table.meetingId, table.position),
    index('notes_public_id')
      .on(table.publicId)
      .where(sql`${table.publicId} is not null`),
    index('notes_deleted_by').on(table.deletedBy).where(isNotNull(table.deletedBy)),
    index('notes_author').on(table.authorId, table.createdAt),
    index('notes_team').on(table.teamId),
    textIndex('notes_text', table.content),
    deletedIndex('notes_deleted', table),
    index('notes_face_down')
      .on(table.meetingId)
      .where(sql`${table.hidden}`),
  ],
);

export type NoteRow = typeof notes.$inferSelect;

/**
 * The note's id in requests and changes. Clients choose ids. If another board's row has the same id, the note stores the
 * chosen id as `publicId`. An error or a different id would reveal the other note.
 */
export function noteIdOf({ id, publicId }: Pick<NoteRow, 'id' | 'publicId'>): NoteId {
  return publicId ?? id;
}

/** `isCarriedOver` as an SQL condition. */
export const wasCarriedOver = sql<boolean>`(${notes.publicId} is null and substr(${notes.id}::text, 15, 1) = '8')`;

/** Neither deleted nor face down. */
export const isOpenNote = and(isNull(notes.deletedAt), not(notes.hidden));

/** `noteIdOf` as an SQL condition. Unique within a board. */
export function hasNoteId(noteId: NoteId | Column | Placeholder) {
  return or(and(eq(notes.id, noteId), isNull(notes.publicId)), eq(notes.publicId, noteId));
}

/** The complete note, for the log. Visibility is applied when it is read. */
export function toLoggedNote(row: NoteRow): LoggedNote {
  return {
    id: noteIdOf(row),
    meeting_id: row.meetingId,
    author_id: row.authorId,
    ...(row.authorHash !== null && { author_hash: row.authorHash }),
    ...(row.authorName !== null && { author_name: row.authorName }),
    content: row.content,
    note_type: row.noteType,
    hidden: row.hidden,
    ...(row.edited && { edited: true }),
    group_id: row.groupId,
    position: row.position,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function toNote(row: NoteRow, viewer: Viewer): Note {
  return noteSeenBy(toLoggedNote(row), viewer);
}

/** A foreign key with cascading deletion. */
export function ofNote() {
  return uuid()
    .$type<NoteId>()
    .notNull()
    .references(() => notes.id, { onDelete: 'cascade' });
}
