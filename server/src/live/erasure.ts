// What is deleted leaves the history too: a board's log is read by everybody who may see the board, from any seq on.
// The seqs stay, so that the history has no gap and still folds to the board.
import { withoutTexts } from '@wentwell/contract/board-features';
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, arrayOverlaps, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { boardEvents, isReveal, noteOf } from './event-log.table.ts';
import { eventColumns, loggedEvent, storedEvent } from './stored-events.ts';

type EventRow = typeof boardEvents.$inferSelect;

/** Whether an event holds the text of one of these notes, by an index in each case. */
function holdsOneOf(noteIds: readonly NoteId[]) {
  // The version before does not fill `noteIds`.
  const revealsOne = noteIds.map((id) => {
    const holding = JSON.stringify({ data: { notes: [{ id }] } });
    return sql`${boardEvents.event} @> ${holding}::jsonb`;
  });
  return or(
    arrayOverlaps(boardEvents.noteIds, [...noteIds]),
    and(isNull(boardEvents.noteIds), inArray(noteOf(boardEvents.event), [...noteIds])),
    and(isNull(boardEvents.noteIds), isReveal(boardEvents.event), or(...revealsOne)),
  );
}

/** An event without the texts, as it is stored. Of one that only a newer version can read, the type alone is left. */
function erased(row: EventRow, noteIds: readonly NoteId[]) {
  const { event } = loggedEvent(storedEvent(row));
  if (!event) {
    const { type } = row.event;
    return { event: { type, data: {} }, privateEvent: null, privateTo: null, noteIds: [] };
  }
  return eventColumns(withoutTexts(event, noteIds), row.actorId);
}

/** Erases the texts of notes from their board's history, in the transaction that deletes them. */
export async function eraseNotes(
  tx: Tx,
  meetingId: MeetingId,
  noteIds: readonly NoteId[],
): Promise<void> {
  if (noteIds.length === 0) return;
  const rows = await tx
    .select()
    .from(boardEvents)
    .where(and(eq(boardEvents.meetingId, meetingId), holdsOneOf(noteIds)))
    .orderBy(asc(boardEvents.seq))
    // Two erasures of one event must not overwrite each other.
    .for('update');
  if (rows.length === 0) return;
  const changed = rows.map((row) => ({
    seq: row.seq,
    version: row.eventVersion > storedVersion ? row.eventVersion : storedVersion,
    ...erased(row, noteIds),
  }));
  const left = JSON.stringify(changed);
  // One statement: purging a person's notes rewrites many events of a board.
  await tx.execute(sql`update board_events set
      event = changed.item -> 'event',
      private_event = nullif(changed.item -> 'privateEvent', 'null'),
      private_to = (changed.item ->> 'privateTo')::uuid,
      note_ids = array(select jsonb_array_elements_text(changed.item -> 'noteIds'))::uuid[],
      event_version = (changed.item ->> 'version')::int
    from jsonb_array_elements(${left}::jsonb) as changed(item)
    where meeting_id = ${meetingId} and seq = (changed.item ->> 'seq')::bigint`);
}

/** Drops the whole history of boards that go for good, in the transaction that removes them. */
export async function eraseBoards(tx: Tx, meetingIds: readonly MeetingId[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await tx.delete(boardEvents).where(inArray(boardEvents.meetingId, [...meetingIds]));
}
