// Frames as bytes. An event is encoded once per audience, and the same bytes go to every socket of it.
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import {
  type BoardEvent,
  ClientFrame,
  type SignalFrame,
  StoredNoteFrame,
} from '@wentwell/contract/live';
import { type Note, toLiveNoteType } from '@wentwell/contract/notes';

import { type BoardChange, frameFor, type LoggedEvent } from './event-log.ts';

/** An event ready to be written: `bytesFor` gives what one viewer may see. */
export interface EncodedEvent {
  seq: number;
  bytesFor(viewer: UserId): Buffer;
  /** The same in the specification's messages: a reveal is one `note_updated` for each note, without `seq`. */
  plainBytesFor(viewer: UserId): readonly Buffer[];
}

/** Takes a logged event; gives its bytes for its two audiences, each encoded at most once. */
export function encodeEvent(logged: LoggedEvent): EncodedEvent {
  const forAll = Buffer.from(JSON.stringify(frameFor(logged, null)));
  const { privateTo } = logged;
  const inFull = privateTo && Buffer.from(JSON.stringify(frameFor(logged, privateTo)));
  const bytesFor = (viewer: UserId): Buffer => (inFull && viewer === privateTo ? inFull : forAll);
  let revealed: readonly Buffer[] | null = null;
  return {
    seq: logged.seq,
    bytesFor,
    plainBytesFor: (viewer) =>
      logged.event.type === 'notes_revealed'
        ? (revealed ??= encodeRevealed(logged, logged.event.data.notes))
        : [bytesFor(viewer)],
  };
}

/** Revealed notes lie open: these bytes are for everybody. */
function encodeRevealed({ actorId, timestamp }: LoggedEvent, notes: readonly Note[]): Buffer[] {
  return notes.map((note) => {
    const { id, content, note_type } = note;
    const data = { note_id: id, note_type: toLiveNoteType(note_type), content, note };
    const frame: StoredNoteFrame = { type: 'note_updated', data, userId: actorId, timestamp };
    return Buffer.from(JSON.stringify(frame));
  });
}

/** A frame without seq, before its time is set. */
export type Signal = SignalFrame extends infer F
  ? F extends SignalFrame
    ? Omit<F, 'timestamp'>
    : never
  : never;

/** Takes a signal and the time; gives its bytes. */
export function encodeSignal(signal: Signal, now: Date): Buffer {
  return Buffer.from(JSON.stringify({ ...signal, timestamp: now.toISOString() }));
}

/** Takes a note as it is stored and who asked the others to look; gives its bytes for each viewer (S-28). */
export function encodeStoredNote(
  { event, inFullFor }: BoardChange,
  by: UserId,
  now: Date,
): (viewer: UserId) => Buffer {
  const encode = (shown: BoardEvent): Buffer => {
    const frame = StoredNoteFrame.parse({ ...shown, userId: by, timestamp: now.toISOString() });
    return Buffer.from(JSON.stringify(frame));
  };
  const forAll = encode(event);
  const inFull = inFullFor && encode(inFullFor.event);
  return (viewer) => (inFull && viewer === inFullFor?.userId ? inFull : forAll);
}

/** Whether brackets nest deeper than any frame of ours; counted on the text, before anything is built from it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const mail = text[at];
    if (inString) {
      if (mail === '\\') at += 1;
      else if (mail === '"') inString = false;
    } else if (mail === '"') inString = true;
    else if (mail === '[' || mail === '{') depth += 1;
    else if (mail === ']' || mail === '}') depth -= 1;
    if (depth > liveLimits.frameDepth) return true;
  }
  return false;
}

/** Takes what a client wrote; gives the frame, or why it is none. Never throws. */
export function readClientFrame(text: string): ClientFrame | 'not-json' | 'not-understood' {
  if (isTooDeep(text)) return 'not-understood';
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  return ClientFrame.safeParse(written).data ?? 'not-understood';
}
