// Frames without seq, and the frames of clients.
import { isAuthor, type Viewer } from '@wentwell/contract/author-keys';
import { noteType } from '@wentwell/contract/board/notes';
import { fieldsOf, viewRecord } from '@wentwell/contract/board/record';
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { ClientFrame, type SignalFrame } from '@wentwell/contract/live';
import { noteData, NoteMessage } from '@wentwell/contract/note-messages';
import type { LoggedNote } from '@wentwell/contract/notes';
import { presenceForScreens } from '@wentwell/contract/spectators';

import { jsonShape } from '#server/platform/json-shape';

/** A frame without seq, before its time is set. */
export type Signal = SignalFrame extends infer F
  ? F extends SignalFrame
    ? Omit<F, 'timestamp'>
    : never
  : never;

export function encodeSignal(signal: Signal, now: Date): Buffer {
  return Buffer.from(JSON.stringify({ ...signal, timestamp: now.toISOString() }));
}

/** The frame as a guest gets it. */
export function withoutAddresses(frame: Signal): Signal {
  switch (frame.type) {
    case 'presence_update':
      return { ...frame, data: frame.data.map(presenceForScreens) };
    case 'user_joined':
    case 'user_left':
      return { ...frame, data: presenceForScreens(frame.data) };
    default:
      return frame;
  }
}

/** The frame as a screen gets it: also nothing that tells what one person does; null where nothing is left. */
export function signalForScreens(frame: Signal): Signal | null {
  switch (frame.type) {
    case 'note_editing':
    case 'note_dragging':
    case 'screens':
    case 'guests_changed':
      return null;
    default:
      return withoutAddresses(frame);
  }
}

/** The bytes of a stored note for each viewer, at the request of `requestedBy` (docs/live-protocol.md S-28). */
export function encodeStoredNote(
  note: LoggedNote,
  requestedBy: UserId | null,
  now: Date,
): (viewer: Viewer | null) => Buffer {
  const timestamp = now.toISOString();
  const record = { ...note, type: noteType.type } as const;
  const encode = (viewer: Viewer | null): Buffer => {
    const seen = viewRecord(noteType, record, viewer) ?? record;
    const data = noteData(fieldsOf(seen));
    const frame = { type: 'note_updated', data, userId: requestedBy, timestamp };
    return Buffer.from(JSON.stringify(NoteMessage.parse(frame)));
  };
  const toOthers = encode(null);
  return (viewer) => (isAuthor(note, viewer) ? encode(viewer) : toOthers);
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
