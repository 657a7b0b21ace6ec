// What is deleted leaves the history too: a board's log is read by whoever may see the board, from any seq on.
// The seqs stay, so that the history has no gap and still folds to the board.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import type { BoardEvent } from '@wentwell/contract/live';
import { and, eq, inArray, or, sql } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { boardEvents } from './event-log.table.ts';

/** Takes an event and notes that are gone; gives what is left to tell, the event itself where it carries none. */
function withoutNotes(event: BoardEvent, gone: ReadonlySet<NoteId>): BoardEvent {
  switch (event.type) {
    case 'note_created':
    case 'note_updated':
    case 'note_moved': {
      const { note_id } = event.data;
      return gone.has(note_id) ? { type: 'note_deleted', data: { note_id } } : event;
    }
    case 'notes_revealed': {
      const left = event.data.notes.filter(({ id }) => !gone.has(id));
      const same = left.length === event.data.notes.length;
      return same ? event : { type: 'notes_revealed', data: { notes: left } };
    }
    default:
      return event;
  }
}

/** Takes the texts of notes out of their board's history, in the transaction that deletes them. */
export async function eraseNotes(
  tx: Tx,
  meetingId: MeetingId,
  noteIds: readonly NoteId[],
): Promise<void> {
  if (noteIds.length === 0) return;
  const gone = new Set(noteIds);
  const noteId = sql`${boardEvents.event} -> 'data' -> 'note' ->> 'id'`;
  const type = sql`${boardEvents.event} ->> 'type'`;
  const rows = await tx
    .select()
    .from(boardEvents)
    .where(
      and(
        eq(boardEvents.meetingId, meetingId),
        or(inArray(noteId, [...gone]), eq(type, 'notes_revealed')),
      ),
    );
  for (const row of rows) {
    const event = withoutNotes(row.event, gone);
    if (event === row.event) continue;
    // Only a note that was face down was told twice; of a note that is gone there is one thing to tell.
    await tx
      .update(boardEvents)
      .set({ event, privateTo: null, privateEvent: null })
      .where(and(eq(boardEvents.meetingId, meetingId), eq(boardEvents.seq, row.seq)));
  }
}

/** Drops the whole history of boards that go for good, in the transaction that removes them. */
export async function eraseBoards(tx: Tx, meetingIds: readonly MeetingId[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await tx.delete(boardEvents).where(inArray(boardEvents.meetingId, [...meetingIds]));
}
