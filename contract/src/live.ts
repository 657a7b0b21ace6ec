// Every frame of the live channel, per direction, and its close codes (docs/live-protocol.md).
import { z } from 'zod';

import { ChangeFrame } from './board/change-frame.ts';
import { ColumnId } from './columns.ts';
import { envelope } from './envelope.ts';
import { MeetingId, NoteId, TopicId, UserId } from './ids.ts';
import { queryNumber } from './lists.ts';
import { ShownStatus } from './meetings.ts';
import { Phase } from './phases.ts';
import { Timestamp } from './text.ts';

/** One person of a meeting; many tabs are one person. */
export const PresenceEntry = z.object({
  userId: UserId,
  userName: z.string(),
  email: z.string(),
  /** True of a guest, absent of others. */
  isGuest: z.boolean().optional(),
  /** True of a guest who reads along (docs/retro.md R-324), absent of others. */
  isMuted: z.boolean().optional(),
  isOnline: z.boolean(),
  lastSeen: Timestamp,
});
export type PresenceEntry = z.infer<typeof PresenceEntry>;

/** A guest's name wherever others read it. */
export function guestName(name: string): string {
  return `${name} (guest)`;
}

/** As the board names them. */
export function presentName({
  userName,
  isGuest,
}: Pick<PresenceEntry, 'userName' | 'isGuest'>): string {
  return isGuest ? guestName(userName) : userName;
}

/** The first name of a member: under a face there is room for a word. */
export function seatName(entry: Pick<PresenceEntry, 'userName' | 'isGuest'>): string {
  return entry.isGuest ? presentName(entry) : (entry.userName.split(' ', 1)[0] ?? '');
}

/** The people who came, went or changed since the state that a client knew. Short: in a crowd each is told of each. */
export const PresenceDelta = z.object({
  /** Names the state after it. */
  version: z.string(),
  /** The shown names, by id. */
  people: z.record(UserId, z.string()),
  /** The times at which those left who are not here, by id. */
  left: z.record(UserId, Timestamp),
  guests: z.record(UserId, z.enum(['guest', 'muted'])),
  /** The people shown no more; null: nobody is shown but `people`. */
  gone: z.array(UserId).nullable(),
});
export type PresenceDelta = z.infer<typeof PresenceDelta>;

/** Somebody of whom no page is open. */
export function isAway(userId: UserId, presence: readonly PresenceEntry[]): boolean {
  return !presence.some((entry) => entry.userId === userId && entry.isOnline);
}

/** The target of a dragged note: another note, a group or a column; null over none of them. */
export const DragTarget = z.union([TopicId, ColumnId]).nullable();
export type DragTarget = z.infer<typeof DragTarget>;

const DraggingData = z.object({ note_id: NoteId, over: DragTarget });

/** Emojis that anybody may float over the board, in any phase; they are stored nowhere (docs/retro.md R-233). */
export const FloatingEmoji = z.enum(['👏', '❤️', '😂', '🎉', '🤔']);
export type FloatingEmoji = z.infer<typeof FloatingEmoji>;
const FloatingData = z.object({ emoji: FloatingEmoji });

/** Frames that are no change of the board: never stored, dropped first when a reader is slow. */
export const SignalFrame = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('welcome'),
    data: z.object({
      seq: z.number().int(),
      epoch: z.string(),
      phase: Phase,
      status: ShownStatus,
      /** Null for a screen. */
      you: UserId.nullable(),
      now: Timestamp,
    }),
  }),
  z.object({ ...envelope, type: z.literal('presence_update'), data: z.array(PresenceEntry) }),
  z.object({ ...envelope, type: z.literal('user_joined'), data: PresenceEntry }),
  z.object({ ...envelope, type: z.literal('user_left'), data: PresenceEntry }),
  /** To clients that name the version that they know, in place of the three above. */
  z.object({ ...envelope, type: z.literal('presence_changed'), data: PresenceDelta }),
  z.object({
    ...envelope,
    type: z.literal('note_editing'),
    data: z.object({ note_id: NoteId }),
  }),
  z.object({ ...envelope, type: z.literal('note_dragging'), data: DraggingData }),
  /** How many others are writing a note, by column; a column in which nobody is writing is left out. */
  z.object({
    ...envelope,
    type: z.literal('typing'),
    data: z.object({ counts: z.partialRecord(ColumnId, z.number().int().min(1)) }),
  }),
  z.object({ ...envelope, type: z.literal('floating_reaction'), data: FloatingData }),
  /** How many screens show the board by its link (docs/retro.md R-228). Screens are not told. */
  z.object({
    ...envelope,
    type: z.literal('screens'),
    data: z.object({ count: z.number().int().min(0) }),
  }),
  /** A guest has asked to come in, or is another now: `GET …/guests` says who. */
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

/** The frames that our client reads; all others are for others, or for newer ones. */
export const ServerFrame = z.union([ChangeFrame, SignalFrame]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** A client's word on the board that it has, without changes of its own that are not confirmed. */
export const BoardCheck = z.object({ seq: z.number().int().min(0), hash: z.string().max(64) });
export type BoardCheck = z.infer<typeof BoardCheck>;

/** The frames that a client may send; other fields of `data`, and whom it claims to be, are ignored. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user_joined') }),
  z.object({ type: z.literal('user_left') }),
  z.object({ type: z.literal('note_updated'), data: z.object({ note_id: NoteId }) }),
  z.object({ type: z.literal('note_editing'), data: z.object({ note_id: NoteId }) }),
  z.object({ type: z.literal('note_dragging'), data: DraggingData }),
  /** In which column the user is writing a note; null when they have stopped. */
  z.object({ type: z.literal('typing'), data: z.object({ column_id: ColumnId.nullable() }) }),
  z.object({ type: z.literal('floating_reaction'), data: FloatingData }),
  /** Once a minute: the board's `seq` and its `boardHash`, for the server to compare with its own (S-38). */
  z.object({ type: z.literal('check'), data: BoardCheck }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Why a socket is closed (docs/live-protocol.md S-14 to S-26, S-51 to S-57). */
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

/** POST /meetings/{id}/live-ticket: what stands in the socket's address instead of the token. */
export const LiveTicket = z.object({ ticket: z.string(), expires_at: Timestamp });
export type LiveTicket = z.infer<typeof LiveTicket>;

/** GET /meetings/{id}/events: the same changes, for who cannot hold a socket. */
export const EventsQuery = z.object({ since: queryNumber(0, Number.MAX_SAFE_INTEGER) });
export const EventsPage = z.object({
  meeting_id: MeetingId,
  /** The board's seq now. A page that ends before it was too large: ask again after its last change. */
  seq: z.number().int(),
  epoch: z.string(),
  /** Too far behind to catch up: fetch the snapshot. */
  resync: z.boolean(),
  events: z.array(ChangeFrame),
});
export type EventsPage = z.infer<typeof EventsPage>;
