// Erases the texts of deleted notes and comments from the history, because all who may see a board can read its log from any seq on.
// The events themselves stay, so that the history has no gap and still folds to the board.
import type { Texts } from '@wentwell/contract/board-feature';
import { type BoardEvent, withoutAuthors, withoutTexts } from '@wentwell/contract/board-features';
import type { MeetingId, TextId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import {
  and,
  arrayOverlaps,
  asc,
  eq,
  inArray,
  isNull,
  or,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { boardEvents, isReveal, noteOf } from './event-log.table.ts';
import {
  eraseNotes,
  eraseRecords,
  type LoggedChange,
  storedChange,
  textsOf,
} from './stored-changes.ts';
import { eventColumns, loggedEvent, storedEvent, typeAlone } from './stored-events.ts';

type EventRow = typeof boardEvents.$inferSelect;

/** Whether an event contains a text that goes with one of these. Each alternative uses an index. */
function holdsOneOf(ids: readonly TextId[]) {
  // The version before leaves `noteIds` empty.
  const revealsOne = ids.map((id) => {
    const holding = JSON.stringify({ data: { notes: [{ id }] } });
    return sql`${boardEvents.event} @> ${holding}::jsonb`;
  });
  return or(
    arrayOverlaps(boardEvents.noteIds, [...ids]),
    and(isNull(boardEvents.noteIds), inArray(noteOf(boardEvents.event), [...ids])),
    and(isNull(boardEvents.noteIds), isReveal(boardEvents.event), or(...revealsOne)),
  );
}

/** What is left of an event, and of the change beside it. */
interface Erasing {
  event(event: BoardEvent): BoardEvent;
  change(logged: LoggedChange): LoggedChange;
}

/** The stored form of the changed event. Of an event that only a newer version can read, just the type is kept. */
function changedColumns(row: EventRow, erasing: Erasing) {
  const { event, change: logged } = loggedEvent(storedEvent(row));
  if (!event) return { event: typeAlone(row.event), privateEvent: null, noteIds: [], change: null };
  const columns = eventColumns(erasing.event(event));
  const change = logged && erasing.change(logged);
  const noteIds = [...new Set([...columns.noteIds, ...(change ? textsOf(change.change) : [])])];
  return { ...columns, noteIds, change: change && storedChange(change) };
}

/** Changes events of one board, whose rows are locked. */
async function replaceEvents(tx: Tx, rows: readonly EventRow[], erasing: Erasing): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const changed = rows.map((row) => ({
    seq: row.seq,
    version: row.eventVersion > storedVersion ? row.eventVersion : storedVersion,
    ...changedColumns(row, erasing),
  }));
  const left = JSON.stringify(changed);
  // One statement: purging a person's notes rewrites many events of a board.
  await tx.execute(sql`update board_events set
      event = changed.item -> 'event',
      private_event = nullif(changed.item -> 'privateEvent', 'null'),
      private_to = null,
      change = nullif(changed.item -> 'change', 'null'),
      note_ids = array(select jsonb_array_elements_text(changed.item -> 'noteIds'))::uuid[],
      event_version = (changed.item ->> 'version')::int
    from jsonb_array_elements(${left}::jsonb) as changed(item)
    where meeting_id = ${first.meetingId} and seq = (changed.item ->> 'seq')::bigint`);
}

/**
 * Erases the texts of notes, with the comments that hang on them, of comments, or of action items from a board's
 * history, in the transaction that deletes them.
 */
export async function eraseTexts(tx: Tx, meetingId: MeetingId, gone: Texts): Promise<void> {
  if (gone.ids.length === 0) return;
  const rows = await tx
    .select()
    .from(boardEvents)
    .where(and(eq(boardEvents.meetingId, meetingId), holdsOneOf(gone.ids)))
    .orderBy(asc(boardEvents.seq))
    // Two erasures of one event must not overwrite each other.
    .for('update');
  const refs = gone.ids.map((id) => ({ type: gone.kind, id }));
  await replaceEvents(tx, rows, {
    event: (event) => withoutTexts(event, gone),
    change: (logged) => eraseRecords(logged, refs),
  });
}

/** The same for those of the boards whose history holds them. `boards` selects their ids. */
export async function eraseTextsOfBoards(tx: Tx, gone: Texts, boards: SQLWrapper): Promise<void> {
  const holding = await tx
    .selectDistinct({ meetingId: boardEvents.meetingId })
    .from(boardEvents)
    .where(
      and(
        inArray(boardEvents.meetingId, boards),
        arrayOverlaps(boardEvents.noteIds, [...gone.ids]),
      ),
    );
  for (const { meetingId } of holding) await eraseTexts(tx, meetingId, gone);
}

/** Whether a board's history holds the text of anything that is not deleted. */
export async function holdsTexts(tx: Tx, meetingId: MeetingId): Promise<boolean> {
  const hasText = sql`cardinality(${boardEvents.noteIds}) > 0`;
  return (await tx.$count(boardEvents, and(eq(boardEvents.meetingId, meetingId), hasText))) > 0;
}

/** Whether anything of these types ever happened on a board. */
export async function holdsEvents(
  tx: Tx,
  meetingId: MeetingId,
  types: readonly BoardEvent['type'][],
): Promise<boolean> {
  const isOne = sql`${boardEvents.event} ->> 'type' = any(${sql.param([...types])}::text[])`;
  return (await tx.$count(boardEvents, and(eq(boardEvents.meetingId, meetingId), isOne))) > 0;
}

/**
 * Erases from a board's history who wrote its notes, and who brought, moved, deleted or revealed them. The change that
 * follows `since` puts the notes without their authors.
 */
export async function eraseAuthors(tx: Tx, meetingId: MeetingId, since: number): Promise<void> {
  const isOfNotes = sql`${boardEvents.event} ->> 'type' like 'note%'`;
  const onBoard = and(eq(boardEvents.meetingId, meetingId), isOfNotes);
  const rows = await tx.select().from(boardEvents).where(onBoard).for('update');
  await replaceEvents(tx, rows, {
    event: withoutAuthors,
    change: (logged) => (logged.since < since ? eraseNotes(logged) : logged),
  });
  await tx.update(boardEvents).set({ actorId: null }).where(onBoard);
}

/** Deletes the whole history of boards, in the transaction that purges them. */
export async function eraseBoards(tx: Tx, meetingIds: readonly MeetingId[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await tx.delete(boardEvents).where(inArray(boardEvents.meetingId, [...meetingIds]));
}
