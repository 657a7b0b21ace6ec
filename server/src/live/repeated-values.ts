// An event that carries a note says its id and its text beside it again, as messages do (docs/live-protocol.md). The log
// need not: what is left out is put back when the event is read.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { z } from 'zod';

const OfOneNote = z.looseObject({
  data: z.looseObject({ note: z.looseObject({ id: z.unknown(), content: z.unknown() }) }),
});

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
  const event = OfOneNote.safeParse(stored).data;
  if (!event) return stored;
  const { note } = event.data;
  return { ...event, data: { note_id: note.id, content: note.content, ...event.data } };
}
