import { audienceOf, type AuthorHash, type Viewer } from '@wentwell/contract/author-keys';
import type { ColumnId } from '@wentwell/contract/columns';
import type { GroupId, NoteId, UserId } from '@wentwell/contract/ids';
import { isConcealed, type LoggedNote, type Note, noteSeenBy } from '@wentwell/contract/notes';
import { TopicTotal } from '@wentwell/contract/votes';
import { and, type Column, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofTeam } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import {
  createdAndUpdated,
  deletedIndex,
  jsonVersion,
  softDelete,
  textIndex,
} from '#server/platform/db/columns';

/** Votes and reactions of people without an account here; a topic's votes stand on its first note. */
export const ImportedCounts = z.object({
  votes: TopicTotal.nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number().int().min(1) })),
});
export type ImportedCounts = z.infer<typeof ImportedCounts>;

export const notes = pgTable(
  'notes',
  {
    id: uuid().$type<NoteId>().primaryKey(),
    /** The id under which its board knows the note, where a note of another board has that id; else null. */
    publicId: uuid().$type<NoteId>(),
    meetingId: ofMeeting(),
    teamId: ofTeam(),
    /** Null in an anonymous meeting. */
    authorId: uuid()
      .$type<UserId>()
      .references(() => users.id),
    /** In an anonymous meeting only: the hash of the author's key. */
    authorHash: text().$type<AuthorHash>(),
    /** Author of an imported note, as the file says, beside no `authorId`. */
    authorName: text(),
    content: text().notNull(),
    noteType: text().$type<ColumnId>().notNull(),
    hidden: boolean().notNull(),
    /** Whether its text changed after others could read it. */
    edited: boolean().notNull().default(false),
    /** The group that a living note is in; it names a row of `groups` of the same meeting. */
    groupId: uuid().$type<GroupId>(),
    position: bigint({ mode: 'number' }).notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
    /** The person who deleted the note, and may take that back; null while it lives. */
    deletedBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** In an anonymous meeting in place of `deletedBy`: not the hash of an author, but one for this deletion alone. */
    deletedByHash: text().$type<AuthorHash>(),
    importedCounts: jsonb().$type<ImportedCounts>(),
    importedCountsVersion: jsonVersion(),
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

/** Null of a note that was written here. */
export function importedCountsOf({ importedCounts }: NoteRow): ImportedCounts | null {
  return importedCounts && ImportedCounts.parse(importedCounts);
}

/**
 * The id by which calls and changes name a note of one board. Clients choose ids, and a board takes whatever id they
 * choose: where the row of another board has it already, refusing or changing it would reveal that it exists.
 */
export function noteIdOf({ id, publicId }: Pick<NoteRow, 'id' | 'publicId'>): NoteId {
  return publicId ?? id;
}

/** `isCarriedOver` as a condition. */
export const wasCarriedOver = sql<boolean>`(${notes.publicId} is null and substr(${notes.id}::text, 15, 1) = '8')`;

/** `noteIdOf` as a condition; names one note of a board. */
export function hasNoteId(noteId: NoteId | Column) {
  return or(and(eq(notes.id, noteId), isNull(notes.publicId)), eq(notes.publicId, noteId));
}

/** The whole note, for the log; who may see what of it is decided when it is read. */
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
  const note = toLoggedNote(row);
  const audience = audienceOf([note], viewer) ?? (isConcealed(note, viewer) ? 'text' : null);
  return audience === null ? note : noteSeenBy(note, audience);
}

/** A column of rows that go with their note. */
export function ofNote() {
  return uuid()
    .$type<NoteId>()
    .notNull()
    .references(() => notes.id, { onDelete: 'cascade' });
}
