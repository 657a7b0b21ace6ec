// Frames without seq, and the frames of clients.
import { nameOfAddress } from '@wentwell/contract/accounts/users';
import { noteSeenBy } from '@wentwell/contract/board/notes';
import { presenceForScreens } from '@wentwell/contract/guests/spectators';
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { ClientFrame, type PresenceDelta, type SignalFrame } from '@wentwell/contract/live/live';
import { noteData, NoteMessage } from '@wentwell/contract/live/note-messages';
import { isAuthor, type Viewer } from '@wentwell/contract/notes/author-keys';
import type { LoggedNote } from '@wentwell/contract/notes/notes';

import { jsonShape } from '#server/platform/json-shape';

import { type Audience, audienceOf, type Member } from './member.ts';
import type { ChangedPeople } from './presence.ts';

/** A frame without seq, before its time is set. */
export type Signal = SignalFrame extends infer F
  ? F extends SignalFrame
    ? Omit<F, 'timestamp'>
    : never
  : never;

export function encodeSignal(signal: Signal, now: Date): Buffer {
  return Buffer.from(JSON.stringify({ ...signal, timestamp: now.toISOString() }));
}

/** The changed people as an audience may see them. Guests and screens get no part of an address. */
export function presenceDelta(
  { people, gone }: ChangedPeople,
  { version, audience }: { version: string; audience: Audience },
): Signal {
  const delta: PresenceDelta = { version, people: {}, left: {}, guests: {}, gone };
  for (const each of people) {
    const { userId, userName, email, isOnline, lastSeen, ...guest } =
      audience === 'team' ? each : presenceForScreens(each);
    delta.people[userId] = userName === email ? nameOfAddress(email) : userName;
    if (!isOnline) delta.left[userId] = lastSeen;
    if (guest.isGuest) delta.guests[userId] = guest.isMuted ? 'muted' : 'guest';
  }
  return { type: 'presence_changed', data: delta, userId: null };
}

/** Presence frames for members who do not read deltas. */
export function isPresenceList({ type }: Signal): boolean {
  return type === 'presence_update' || type === 'user_joined' || type === 'user_left';
}

/** The frame as an audience may see it, or null. Screens do not see the acts of one person. */
export function signalFor(frame: Signal, audience: Audience): Signal | null {
  if (audience === 'team') return frame;
  switch (frame.type) {
    case 'presence_update':
      return { ...frame, data: frame.data.map(presenceForScreens) };
    case 'user_joined':
    case 'user_left':
      return { ...frame, data: presenceForScreens(frame.data) };
    case 'note_editing':
    case 'note_dragging':
    case 'screens':
    case 'guests_changed':
      return audience === 'screens' ? null : frame;
    default:
      return frame;
  }
}

/** Sends each member the frame of their audience, encoded once. */
export function sendByAudience(
  members: Iterable<Member>,
  frameFor: (audience: Audience) => Signal | null,
  { now, isDroppable }: { now: Date; isDroppable: boolean },
): void {
  const encoded = new Map<Audience, Buffer | null>();
  for (const member of members) {
    const audience = audienceOf(member);
    let bytes = encoded.get(audience);
    if (bytes === undefined) {
      const frame = frameFor(audience);
      bytes = frame && encodeSignal(frame, now);
      encoded.set(audience, bytes);
    }
    if (bytes) member.send(bytes, isDroppable);
  }
}

/** The bytes of a stored note for each viewer, at the request of `requestedBy` (docs/live-protocol.md S-28). */
export function encodeStoredNote(
  note: LoggedNote,
  requestedBy: UserId | null,
  now: Date,
): (viewer: Viewer | null) => Buffer {
  const timestamp = now.toISOString();
  const encode = (viewer: Viewer | null): Buffer => {
    const data = noteData(noteSeenBy(note, viewer));
    const frame = { type: 'note_updated', data, userId: requestedBy, timestamp };
    return Buffer.from(JSON.stringify(NoteMessage.parse(frame)));
  };
  const toOthers = encode(null);
  return (viewer) => (isAuthor(note, viewer) ? encode(viewer) : toOthers);
}

/** The frame, or the reason why the text is not one. Never throws. */
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
