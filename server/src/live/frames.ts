// Frames as bytes. An event is encoded once per audience, and the same bytes go to every socket of it.
import type { Viewer } from '@wentwell/contract/author-keys';
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
import { presenceForScreens } from '@wentwell/contract/spectators';

import { jsonShape } from '#server/platform/json-shape';

import { encodeChange } from './change-frames.ts';
import type { LoggedEvent } from './stored-events.ts';

/** An event ready to be written. */
export interface EncodedEvent {
  seq: number;
  /** What one viewer may see of the event; null is nobody in particular. */
  bytesFor(viewer: Viewer | null): Buffer;
  /** The same in the specification's messages: a reveal is one `note_updated` for each note, without `seq`. */
  basicFramesFor(viewer: Viewer | null): readonly Buffer[];
  /** The change of records that ends with the event; null where its command has further events. */
  changeFor(viewer: Viewer | null): Buffer | null;
  /** The board's seq without that change. */
  since: number | null;
}

/** An event as one viewer may see it; null where this version cannot read it. */
export function eventFrame(logged: LoggedEvent, viewer: Viewer | null): EventFrame | null {
  const { event, actorId, timestamp, seq } = logged;
  if (!event) return null;
  const userId = actorSeenBy(event, viewer, actorId);
  return { ...viewOf(event, viewer), userId, timestamp, seq };
}

/** An event that this version cannot read is sent as all may see it: a newer page understands it. */
function frameFor(logged: LoggedEvent, viewer: Viewer | null): object {
  const { publicView, actorId, timestamp, seq } = logged;
  return eventFrame(logged, viewer) ?? { ...publicView, userId: actorId, timestamp, seq };
}

/** Encodes lazily, and once for all viewers who see the same. */
function encodedOnce<Bytes>(
  keyOf: (viewer: Viewer | null) => string,
  encode: (viewer: Viewer | null) => Bytes,
): (viewer: Viewer | null) => Bytes {
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
  const keyOf = (viewer: Viewer | null): string => (event ? viewKey(event, viewer) : '');
  const bytesFor = encodedOnce(keyOf, (viewer) => toBytes(frameFor(logged, viewer)));
  const encoded = changeEncoder(logged);
  const messages = event && specifiedMessages(event);
  if (!messages) {
    return {
      seq: logged.seq,
      bytesFor,
      basicFramesFor: (viewer) => [bytesFor(viewer)],
      ...encoded,
    };
  }
  // Each on its own: most of the messages of a reveal are the same for all of its readers.
  const encoders = messages.map((message) =>
    encodedOnce(
      (viewer) => viewKey(message, viewer),
      (viewer) => {
        const userId = actorSeenBy(message, viewer, actorId);
        return toBytes({ ...viewOf(message, viewer), userId, timestamp });
      },
    ),
  );
  const basicFramesFor = (viewer: Viewer | null) => encoders.map((encode) => encode(viewer));
  return { seq: logged.seq, bytesFor, basicFramesFor, ...encoded };
}

function changeEncoder(logged: LoggedEvent): Pick<EncodedEvent, 'changeFor' | 'since'> {
  let encode: ReturnType<typeof encodeChange> | undefined;
  return {
    since: logged.change?.since ?? null,
    changeFor: (viewer) => {
      encode ??= encodeChange(logged);
      return encode?.(viewer) ?? null;
    },
  };
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

/** The frame as a screen gets it: nobody's address, and nothing that tells what one person does; null where nothing is left. */
export function signalForScreens(frame: Signal): Signal | null {
  switch (frame.type) {
    case 'presence_update':
      return { ...frame, data: frame.data.map(presenceForScreens) };
    case 'user_joined':
    case 'user_left':
      return { ...frame, data: presenceForScreens(frame.data) };
    case 'note_editing':
    case 'note_dragging':
    case 'screens':
      return null;
    default:
      return frame;
  }
}

/** The bytes of a stored note for each viewer, at the request of `requestedBy` (docs/live-protocol.md S-28). */
export function encodeStoredNote(
  event: BoardEvent,
  requestedBy: UserId | null,
  now: Date,
): (viewer: Viewer | null) => Buffer {
  const timestamp = now.toISOString();
  return encodedOnce(
    (viewer) => viewKey(event, viewer),
    (viewer) =>
      toBytes(StoredNoteFrame.parse({ ...viewOf(event, viewer), userId: requestedBy, timestamp })),
  );
}

/** The frame, or why the text is none. Never throws. */
export function readClientFrame(text: string): ClientFrame | 'not-json' | 'not-understood' {
  if (jsonShape(text).depth > liveLimits.frameDepth) return 'not-understood';
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  return ClientFrame.safeParse(written).data ?? 'not-understood';
}
