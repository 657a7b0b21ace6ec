import type { Board } from '@wentwell/contract/board';
import { textsDeletedBy, textsIn, touchedNotes } from '@wentwell/contract/board-features';
import type { UserId } from '@wentwell/contract/ids';
import type { EventFrame } from '@wentwell/contract/live';

/** What this page showed before and after an event. */
interface ShownBoards {
  before: Board | null;
  now: Board | null;
}

/**
 * In an anonymous meeting events name nobody. A change of this page's own is known there by its effect, which the board
 * showed before the event came.
 */
export function isByOthers(event: EventFrame, me: UserId, { before, now }: ShownBoards): boolean {
  if (event.userId !== null) return event.userId !== me;
  const ids = new Set<string>([
    ...touchedNotes(event).map(({ id }) => id),
    ...textsIn(event),
    ...(textsDeletedBy(event)?.ids ?? []),
  ]);
  if (!before || !now || ids.size === 0) return true;
  return [...ids].some((id) => lookOf(id, before) !== lookOf(id, now) || isFaceDown(id, now));
}

/** The same for what looks the same; empty for what is not there. */
function lookOf(id: string, { notes, groups, comments }: Board): string {
  const note = notes.find((each) => each.id === id);
  if (note) {
    const group = groups.find((each) => each.id === note.group_id);
    return JSON.stringify([note.content, note.note_type, group?.title, group?.column_id]);
  }
  const comment = Object.values(comments)
    .flat()
    .find((each) => each.id === id);
  return comment ? JSON.stringify([comment.content]) : '';
}

/** A note of somebody else that lies face down looks the same whatever they change. */
function isFaceDown(id: string, { notes }: Board): boolean {
  return notes.some((note) => note.id === id && note.hidden && note.mine !== true);
}
