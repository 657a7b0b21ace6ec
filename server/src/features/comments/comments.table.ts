import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { LoggedComment } from '@wentwell/contract/comments';
import type { CommentId, TopicId, UserId } from '@wentwell/contract/ids';
import { isNotNull } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow, ofNote } from '#server/features/notes/notes.table';
import { users } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { createdAndUpdated, softDelete, textIndex } from '#server/platform/db/columns';

/** Hidden while the note is deleted. Clients choose ids, so boards may share them. */
export const comments = pgTable(
  'comments',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    id: uuid().$type<CommentId>().notNull(),
    noteId: ofNote(),
    /** Null in an anonymous meeting. */
    authorId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The hash of the author key. Only in an anonymous meeting. */
    authorHash: text().$type<AuthorHash>(),
    /** The author's name in the file of an imported comment, which has no `authorId`. */
    authorName: text(),
    /** An answer by the note's author, who is not stored here. */
    fromAuthor: boolean().notNull().default(false),
    content: text().notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
    /** The user who deleted it. They and the author may undo that. Null while it is not deleted. */
    deletedBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Replaces `deletedBy` in an anonymous meeting. Unique to this deletion, so it does not identify an author. */
    deletedByHash: text().$type<AuthorHash>(),
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

type CommentedNote = Pick<NoteRow, 'id' | 'publicId' | 'groupId'>;

/** The complete comment, for the log. `note`: the note it belongs to. */
export function toLoggedComment(row: CommentRow, note: CommentedNote): LoggedComment {
  const noteId = noteIdOf(note);
  const topicId: TopicId = note.groupId ?? noteId;
  return {
    id: row.id,
    topic_id: topicId,
    note_id: noteId,
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
