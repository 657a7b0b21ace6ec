// What becomes of comments when their notes are deleted and restored (docs/retro.md R-134), and when their author's
// account is purged. Runs before groups are told that notes leave them: a comment stays in the group of its note.
import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { notes } from '#server/features/notes/notes.table';
import { eraseTexts } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';

import { type CommentRow, comments, toLoggedComment } from './comments.table.ts';

interface PlacedComment {
  row: CommentRow;
  note: Parameters<typeof toLoggedComment>[1];
}

export function commentsOfMeeting(log: EventLog): MeetingHook {
  async function announce(
    tx: Tx,
    on: BoardActor,
    { placed, isKept }: { placed: readonly PlacedComment[]; isKept: boolean },
  ): Promise<void> {
    const living = placed.filter(({ row }) => row.deletedAt === null);
    if (living.length === 0) return;
    const data = { comments: living.map(({ row, note }) => toLoggedComment(row, note)) };
    await log.append(tx, on, { event: { type: 'comments_placed', data }, isKept });
  }

  return {
    async beforeNotesLeave(tx, on, { notes: leaving, areDeleted }) {
      if (!areDeleted) return;
      const ids = leaving.map(({ id }) => id);
      const groupIds = leaving.flatMap(({ groupId }) => groupId ?? []);
      const [hanging, left] = await Promise.all([
        tx.select().from(comments).where(inArray(comments.noteId, ids)).execute(),
        tx
          .select()
          .from(notes)
          .where(
            and(
              eq(notes.meetingId, on.meetingId),
              inArray(notes.groupId, groupIds),
              notInArray(notes.id, ids),
              isNull(notes.deletedAt),
            ),
          )
          .orderBy(asc(notes.position))
          .execute(),
      ]);
      const placed = hanging.flatMap((row) => {
        const groupId = leaving.find(({ id }) => id === row.noteId)?.groupId ?? null;
        const note = left.find((each) => groupId !== null && each.groupId === groupId);
        return note ? [{ row: { ...row, noteId: note.id }, note }] : [];
      });
      const byNote = Map.groupBy(placed, ({ note }) => note.id);
      await Promise.all([
        ...[...byNote].map(([noteId, its]) =>
          tx
            .update(comments)
            .set({ noteId })
            .where(
              and(
                eq(comments.meetingId, on.meetingId),
                inArray(
                  comments.id,
                  its.map(({ row }) => row.id),
                ),
              ),
            )
            .execute(),
        ),
        // No deletion is held up by a history that is full.
        announce(tx, on, { placed, isKept: true }),
      ]);
    },

    async afterNoteRestored(tx, on, note) {
      const rows = await tx.select().from(comments).where(eq(comments.noteId, note.id));
      await announce(tx, on, { placed: rows.map((row) => ({ row, note })), isKept: false });
    },

    async purgePerson(tx, on, authorId) {
      const isTheirs = and(eq(comments.meetingId, on.meetingId), eq(comments.authorId, authorId));
      const gone = await tx
        .select({ comment: comments, note: notes })
        .from(comments)
        .innerJoin(notes, eq(notes.id, comments.noteId))
        .where(isTheirs);
      if (gone.length === 0) return;
      await tx.delete(comments).where(isTheirs);
      const ids = gone.map(({ comment }) => comment.id);
      await eraseTexts(tx, on.meetingId, { kind: 'comment', ids });
      const shown = gone.filter(({ comment, note }) => !comment.deletedAt && !note.deletedAt);
      await log.appendAll(
        tx,
        on,
        shown.map(({ comment: { id } }) => ({
          event: { type: 'comment_changed', data: { comment_id: id, deleted: true } },
          isKept: true,
        })),
      );
    },
  };
}
