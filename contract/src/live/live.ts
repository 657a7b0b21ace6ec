// All frames of the live channel per direction, and close codes (docs/live-protocol.md).
import { z } from 'zod';

import { nameOfAddress } from '../accounts/users.ts';
import { queryNumber } from '../api/lists.ts';
import { ChangeFrame, envelope } from '../board/change-frame.ts';
import { MeetingId, NoteId, TopicId, UserId } from '../ids.ts';
import { ShownStatus } from '../meetings/meetings.ts';
import { ColumnId } from '../notes/columns.ts';
import { Phase } from '../phases.ts';
import { Timestamp } from '../text/text.ts';

/** A person in a meeting, whatever their number of tabs. */
export const PresenceEntry = z.object({
  userId: UserId,
  userName: z.string(),
  email: z.string(),
  /** True for guests, otherwise absent. */
  isGuest: z.boolean().optional(),
  /** True for read-only guests (docs/retro.md R-324), otherwise absent. */
  isMuted: z.boolean().optional(),
  isOnline: z.boolean(),
  lastSeen: Timestamp,
});
export type PresenceEntry = z.infer<typeof PresenceEntry>;

const guestSuffix = ' (guest)';

export function guestName(name: string): string {
  return name + guestSuffix;
}

/** Presence has the whole address of people without a name; pages show the part before the @. */
export function withShownName(entry: PresenceEntry): PresenceEntry {
  const { userName, email } = entry;
  return userName === email ? { ...entry, userName: nameOfAddress(email) } : entry;
}

export function presentName({
  userName,
  isGuest,
}: Pick<PresenceEntry, 'userName' | 'isGuest'>): string {
  return isGuest ? guestName(userName) : userName;
}

/** A member's first name: an avatar's label has room for one word. Guests keep their mark, also in a presented name. */
export function seatName(entry: Pick<PresenceEntry, 'userName' | 'isGuest'>): string {
  const name = presentName(entry);
  return name.endsWith(guestSuffix) ? name : (name.split(' ', 1)[0] ?? '');
}

/** Presence changes since the client's version. Compact, because in large meetings everyone receives them. */
export const PresenceDelta = z.object({
  /** The version after this change. */
  version: z.string(),
  /** Display names by id. */
  people: z.record(UserId, z.string()),
  /** When absent people left, by id. */
  left: z.record(UserId, Timestamp),
  guests: z.record(UserId, z.enum(['guest', 'muted'])),
  /** Ids to remove from the list. Null: `people` is the complete list. */
  gone: z.array(UserId).nullable(),
});
export type PresenceDelta = z.infer<typeof PresenceDelta>;

export function isAway(userId: UserId, presence: readonly PresenceEntry[]): boolean {
  return !presence.some((entry) => entry.userId === userId && entry.isOnline);
}

/** The drop target: another note, a group or a column. Null if there is none. */
export const DragTarget = z.union([TopicId, ColumnId]).nullable();
export type DragTarget = z.infer<typeof DragTarget>;

const DraggingData = z.object({ note_id: NoteId, over: DragTarget });

/** Emojis that anybody may float over the board in any phase. They are not stored (docs/retro.md R-233). */
export const FloatingEmoji = z.enum(['👏', '❤️', '😂', '🎉', '🤔']);
export type FloatingEmoji = z.infer<typeof FloatingEmoji>;
const FloatingData = z.object({ emoji: FloatingEmoji });

/** Frames that do not change the board. Never stored; the first to be dropped for a slow reader. */
export const SignalFrame = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('welcome'),
    data: z.object({
      seq: z.number().int(),
      epoch: z.string(),
      phase: Phase,
      status: ShownStatus,
      /** Null for screens. */
      you: UserId.nullable(),
      now: Timestamp,
    }),
  }),
  z.object({ ...envelope, type: z.literal('presence_update'), data: z.array(PresenceEntry) }),
  z.object({ ...envelope, type: z.literal('user_joined'), data: PresenceEntry }),
  z.object({ ...envelope, type: z.literal('user_left'), data: PresenceEntry }),
  /** Replaces the three frames above for clients that send the version they have. */
  z.object({ ...envelope, type: z.literal('presence_changed'), data: PresenceDelta }),
  z.object({
    ...envelope,
    type: z.literal('note_editing'),
    data: z.object({ note_id: NoteId }),
  }),
  z.object({ ...envelope, type: z.literal('note_dragging'), data: DraggingData }),
  /** The number of others who are writing a note, by column. Columns with nobody are omitted. */
  z.object({
    ...envelope,
    type: z.literal('typing'),
    data: z.object({ counts: z.partialRecord(ColumnId, z.number().int().min(1)) }),
  }),
  z.object({ ...envelope, type: z.literal('floating_reaction'), data: FloatingData }),
  /** The number of screens that show the board by link (docs/retro.md R-228). Not sent to screens. */
  z.object({
    ...envelope,
    type: z.literal('screens'),
    data: z.object({ count: z.number().int().min(0) }),
  }),
  /** A guest asked for admission or changed. Fetch `GET …/guests` for details. */
  z.object({ ...envelope, type: z.literal('guests_changed'), data: z.object({}) }),
  z.object({ ...envelope, type: z.literal('head'), data: z.object({ seq: z.number().int() }) }),
  z.object({
    ...envelope,
    type: z.literal('resync'),
    data: z.object({ seq: z.number().int(), epoch: z.string() }),
  }),
  z.object({ ...envelope, type: z.literal('ping'), data: z.unknown() }),
  z.object({ ...envelope, type: z.literal('pong'), data: z.unknown() }),
  z.object({ ...envelope, type: z.literal('error'), data: z.object({ detail: z.string() }) }),
]);
export type SignalFrame = z.infer<typeof SignalFrame>;

/** The frames that our client reads. It ignores other types. */
export const ServerFrame = z.union([ChangeFrame, SignalFrame]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** The seq and hash of a client's board without its unconfirmed changes. */
export const BoardCheck = z.object({ seq: z.number().int().min(0), hash: z.string().max(64) });
export type BoardCheck = z.infer<typeof BoardCheck>;

/** The frames that a client may send. Other fields of `data` and any claimed user are ignored. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user_joined') }),
  z.object({ type: z.literal('user_left') }),
  z.object({ type: z.literal('note_updated'), data: z.object({ note_id: NoteId }) }),
  z.object({ type: z.literal('note_editing'), data: z.object({ note_id: NoteId }) }),
  z.object({ type: z.literal('note_dragging'), data: DraggingData }),
  /** The column in which the user is writing a note. Null after stopping. */
  z.object({ type: z.literal('typing'), data: z.object({ column_id: ColumnId.nullable() }) }),
  z.object({ type: z.literal('floating_reaction'), data: FloatingData }),
  /** Once a minute: the board's `seq` and `boardHash`, which the server compares with its own (S-38). */
  z.object({ type: z.literal('check'), data: BoardCheck }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Close codes of sockets (docs/live-protocol.md S-14 to S-26, S-51 to S-57). */
export const closeCodes = {
  normal: { code: 1000, reason: 'The meeting is finished' },
  goingAway: { code: 1001, reason: 'The server restarts' },
  rightsChanged: { code: 1001, reason: 'Come back with the new rights' },
  badFrame: { code: 1003, reason: 'Frames must be text' },
  flood: { code: 1008, reason: 'Too many or too large messages' },
  slowReader: { code: 1013, reason: 'Too far behind' },
  full: { code: 1013, reason: 'Too many connections' },
  sessionEnded: { code: 4401, reason: 'Session ended' },
  refused: { code: 4403, reason: 'Authentication failed' },
  linkRevoked: { code: 4404, reason: 'The screen link does not work any more' },
  notLive: { code: 4409, reason: 'The meeting is not live' },
} as const;
export type CloseReason = keyof typeof closeCodes;

/** POST /meetings/{id}/live-ticket: replaces the token in the socket's URL. */
export const LiveTicket = z.object({ ticket: z.string(), expires_at: Timestamp });
export type LiveTicket = z.infer<typeof LiveTicket>;

/** GET /meetings/{id}/events: the same changes, for clients without a socket. */
export const EventsQuery = z.object({ since: queryNumber(0, Number.MAX_SAFE_INTEGER) });
export const EventsPage = z.object({
  meeting_id: MeetingId,
  /** The board's current seq. If the page ends before it, request the next page after its last change. */
  seq: z.number().int(),
  epoch: z.string(),
  /** The client is too far behind and must fetch the snapshot. */
  resync: z.boolean(),
  events: z.array(ChangeFrame),
});
export type EventsPage = z.infer<typeof EventsPage>;
