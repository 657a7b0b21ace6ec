// An event that carries a note says its id and its text beside it again, as messages do (docs/live-protocol.md). The log
// need not: what is left out is put back when the event is read.
import type { BoardEvent } from '@wentwell/contract/board-features';

// By hand: a page of history asks it of hundreds of events, which are checked against their schemas afterwards.
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The event without what it says twice. */
export function withoutRepeated(event: BoardEvent): { type: string; data: object } {
  const { type, data } = event;
  if (!('note' in data)) return event;
  const { note } = data;
  const repeated: Record<string, unknown> = { note_id: note.id, content: note.content };
  const kept = Object.entries(data).filter(([name, value]) => value !== repeated[name]);
  return { type, data: Object.fromEntries(kept) };
}

/** A stored event with all that its type may say; what stands in it already stays. */
export function withRepeated(stored: unknown): unknown {
  if (!isObject(stored) || !isObject(stored['data'])) return stored;
  const { data } = stored;
  const { note } = data;
  if (!isObject(note)) return stored;
  return { ...stored, data: { note_id: note['id'], content: note['content'], ...data } };
}
