// Frames as bytes. An event is encoded once per audience, and the same bytes go to every socket of it.
import {
  actorSeenBy,
  type BoardEvent,
  specifiedMessages,
  viewKey,
  viewOf,
} from '@wentwell/contract/board-features';
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import {
  ClientFrame,
  type EventFrame,
  type SignalFrame,
  StoredNoteFrame,
} from '@wentwell/contract/live';

import type { LoggedEvent } from './stored-events.ts';

/** An event ready to be written: `bytesFor` gives what one viewer may see. */
export interface EncodedEvent {
  seq: number;
  bytesFor(viewer: UserId): Buffer;
  /** The same in the specification's messages: a reveal is one `note_updated` for each note, without `seq`. */
  plainBytesFor(viewer: UserId): readonly Buffer[];
}

/** An event as one viewer may see it; null where this version cannot read it. */
export function eventFrame(logged: LoggedEvent, viewer: UserId | null): EventFrame | null {
  const { event, actorId, timestamp, seq } = logged;
  if (!event) return null;
  const userId = actorSeenBy(event, viewer, actorId);
  return { ...viewOf(event, viewer), userId, timestamp, seq };
}

/** What this version cannot read goes out as everybody may see it: a newer page understands it. */
function frameFor(logged: LoggedEvent, viewer: UserId): object {
  const { shown, actorId, timestamp, seq } = logged;
  return eventFrame(logged, viewer) ?? { ...shown, userId: actorId, timestamp, seq };
}

/** Encodes lazily, and once for all viewers who see the same. */
function encodedOnce<Bytes>(
  keyOf: (viewer: UserId) => string,
  encode: (viewer: UserId) => Bytes,
): (viewer: UserId) => Bytes {
  const encoded = new Map<string, Bytes>();
  return (viewer) => {
    const key = keyOf(viewer);
    const known = encoded.get(key);
    if (known !== undefined) return known;
    const bytes = encode(viewer);
    encoded.set(key, bytes);
    return bytes;
  };
}

function toBytes(frame: object): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

export function encodeEvent(logged: LoggedEvent): EncodedEvent {
  const { event, actorId, timestamp } = logged;
  const keyOf = (viewer: UserId): string => (event ? viewKey(event, viewer) : '');
  const bytesFor = encodedOnce(keyOf, (viewer) => toBytes(frameFor(logged, viewer)));
  const messages = event && specifiedMessages(event);
  if (!messages)
    return { seq: logged.seq, bytesFor, plainBytesFor: (viewer) => [bytesFor(viewer)] };
  const keyOfAll = (viewer: UserId): string =>
    messages.map((message) => viewKey(message, viewer)).join();
  const plainBytesFor = encodedOnce(keyOfAll, (viewer) =>
    messages.map((message) => {
      const userId = actorSeenBy(message, viewer, actorId);
      return toBytes({ ...viewOf(message, viewer), userId, timestamp });
    }),
  );
  return { seq: logged.seq, bytesFor, plainBytesFor };
}

/** A frame without seq, before its time is set. */
export type Signal = SignalFrame extends infer F
  ? F extends SignalFrame
    ? Omit<F, 'timestamp'>
    : never
  : never;

export function encodeSignal(signal: Signal, now: Date): Buffer {
  return Buffer.from(JSON.stringify({ ...signal, timestamp: now.toISOString() }));
}

/** The bytes of a stored note for each viewer whom `by` asked to look at it (docs/live-protocol.md S-28). */
export function encodeStoredNote(
  event: BoardEvent,
  by: UserId,
  now: Date,
): (viewer: UserId) => Buffer {
  const timestamp = now.toISOString();
  return encodedOnce(
    (viewer) => viewKey(event, viewer),
    (viewer) => toBytes(StoredNoteFrame.parse({ ...viewOf(event, viewer), userId: by, timestamp })),
  );
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

/** The frame, or why the text is none. Never throws. */
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
