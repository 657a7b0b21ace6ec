// What is deleted leaves the history too: a board's log is read by whoever may see the board, from any seq on.
// The seqs stay, so that the history has no gap and still folds to the board. All of it happens in the database: an
// event that turned a thousand notes over is not loaded for one of them.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { boardEvents, isReveal, noteOf } from './event-log.table.ts';

/** What is left to tell of an event with the text of one note: that the note is deleted. */
const deletion = sql`jsonb_build_object('type', 'note_deleted',
  'data', jsonb_build_object('note_id', ${noteOf(boardEvents.event)}))`;

const revealed = sql`${boardEvents.event} -> 'data' -> 'notes'`;

function isOneOf(noteIds: readonly NoteId[], id: SQL): SQL {
  return sql`${id} = any(${sql.param([...noteIds])}::text[])`;
}

/** Takes the texts of notes out of their board's history, in the transaction that deletes them. */
export async function eraseNotes(
  tx: Tx,
  meetingId: MeetingId,
  noteIds: readonly NoteId[],
): Promise<void> {
  if (noteIds.length === 0) return;
  const onBoard = eq(boardEvents.meetingId, meetingId);
  // Only a note that was face down was told twice; of a note that is gone there is one thing to tell.
  await tx
    .update(boardEvents)
    .set({ event: deletion, privateTo: null, privateEvent: null })
    .where(and(onBoard, inArray(noteOf(boardEvents.event), [...noteIds])));
  const each = sql`jsonb_array_elements(${revealed}) as note`;
  const left = sql`coalesce((select jsonb_agg(note) from ${each}
    where not ${isOneOf(noteIds, sql`note ->> 'id'`)}), '[]')`;
  const holdsOne = noteIds.map((id) => {
    const holding = JSON.stringify({ data: { notes: [{ id }] } });
    return sql`${boardEvents.event} @> ${holding}::jsonb`;
  });
  await tx
    .update(boardEvents)
    .set({ event: sql`jsonb_set(${boardEvents.event}, '{data,notes}', ${left})` })
    .where(and(onBoard, isReveal(boardEvents.event), or(...holdsOne)));
}

/** Drops the whole history of boards that go for good, in the transaction that removes them. */
export async function eraseBoards(tx: Tx, meetingIds: readonly MeetingId[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await tx.delete(boardEvents).where(inArray(boardEvents.meetingId, [...meetingIds]));
}
