import type { CommentRecord } from '@wentwell/contract/board/comments';
import type { CommentId, UserId } from '@wentwell/contract/ids';
import type { CommentMarks } from '@wentwell/contract/notes/comments';
import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import {
  noteIdOf,
  type NoteRow,
  notes,
  ofNote,
  writtenText,
} from '#server/features/notes/notes.table';
import { users } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { textIndex } from '#server/platform/db/columns';
import type { Queries } from '#server/platform/db/database';
import { toColumns } from '#server/platform/db/field-names';

/** Hidden while the note is deleted. Clients choose ids, so boards may share them. */
export const comments = pgTable(
  'comments',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    id: uuid().$type<CommentId>().notNull(),
    noteId: ofNote(),
    authorId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An answer by the note's author, who is not stored here. */
    fromAuthor: boolean().notNull().default(false),
    ...writtenText(),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.id] }),
    index('comments_note').on(table.noteId),
    index('comments_deleted_by').on(table.deletedBy).where(isNotNull(table.deletedBy)),
    index('comments_author').on(table.authorId),
    textIndex('comments_text', table.content),
  ],
);

export type CommentRow = typeof comments.$inferSelect;

/** Conditions that together find a person's comments: those with their id, and answers on notes that they signed. */
export function commentsBy(queries: Queries, userId: UserId): (SQL | undefined)[] {
  const own = queries.select({ id: notes.id }).from(notes).where(eq(notes.authorId, userId));
  return [eq(comments.authorId, userId), and(comments.fromAuthor, inArray(comments.noteId, own))];
}

export const markColumns = ({ from_author = false }: CommentMarks) => ({ fromAuthor: from_author });

export const toCommentRow = (comment: CommentRecord) => ({
  ...toColumns(comment),
  ...markColumns(comment),
});

/** `note`: the note it belongs to. */
export function toCommentRecord(
  row: CommentRow,
  note: Pick<NoteRow, 'id' | 'publicId'>,
): CommentRecord {
  return {
    type: 'comment',
    id: row.id,
    note_id: noteIdOf(note),
    author_id: row.authorId,
    ...(row.authorHash !== null && { author_hash: row.authorHash }),
    ...(row.authorName !== null && { author_name: row.authorName }),
    ...(row.fromAuthor && { from_author: true }),
    content: row.content,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
