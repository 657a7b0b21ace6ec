// Deleted records that a command restores, with those deleted together with them.
import type { Context } from '@wentwell/contract/board/context';
import type { CommentId, MeetingId } from '@wentwell/contract/ids';
import { and, eq } from 'drizzle-orm';

import { comments, toCommentRecord } from '#server/features/comments/comments.table';
import { type NoteRow, notes } from '#server/features/notes/notes.table';
import type { Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import { type Caller, hasDeleted } from '#server/platform/http/caller';

import { recordsOfNote } from './read-board.ts';

/** A deleted note with the comments deleted with it. */
export async function readDeletedNote(
  tx: Tx,
  row: NoteRow,
  caller: Caller,
): Promise<Context['trash']> {
  const hanging = await tx.select().from(comments).where(eq(comments.noteId, row.id));
  const withNote = hanging
    .filter(({ deletedAt }) => deletedAt === null)
    .map((comment) => toCommentRecord(comment, row));
  const records = [...recordsOfNote(row), ...withNote];
  return { isDeletedByCaller: hasDeleted(row, caller), records };
}

/** Null if there is none. Throws ID_TAKEN for a comment deleted with its note, which only the note restores. */
export async function findDeletedComment(
  tx: Tx,
  caller: Caller,
  { meetingId, id }: { meetingId: MeetingId; id: CommentId },
): Promise<Context['trash']> {
  const [found] = await tx
    .select({ comment: comments, note: notes })
    .from(comments)
    .innerJoin(notes, eq(notes.id, comments.noteId))
    .where(and(eq(comments.meetingId, meetingId), eq(comments.id, id)));
  if (!found) return null;
  const { comment, note } = found;
  if (comment.deletedAt === null) throw new ApiError('ID_TAKEN');
  const records = [toCommentRecord(comment, note)];
  return { isDeletedByCaller: hasDeleted(comment, caller), records };
}
