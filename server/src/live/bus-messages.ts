// Messages between nodes, parsed by a schema. Nodes of the version before use the same names.
import { MeetingId, NoteId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import { DragTarget, FloatingEmoji } from '@wentwell/contract/live/live';
import { ColumnId } from '@wentwell/contract/notes/columns';
import type { Logger } from 'pino';
import { z } from 'zod';

import { LogEntry, loggedChange } from './stored-changes.ts';

/** The channel that every node subscribes to. */
export const controlChannel = 'control';

/** Without a `userId`, `except` is the key of the sending socket. */
const noteAndUser = {
  noteId: NoteId,
  userId: UserId.nullable(),
  except: z.string().max(64).optional(),
};

/** The user asks to send the stored note to the others. */
const LookSignal = z.object({ hint: z.literal('look'), ...noteAndUser });
export type LookSignal = z.infer<typeof LookSignal>;

/** Messages on a board's channel that are not part of the history. */
const BoardSignal = z.discriminatedUnion('hint', [
  z.object({ hint: z.literal('editing'), ...noteAndUser }),
  z.object({
    hint: z.literal('dragging'),
    ...noteAndUser,
    over: DragTarget,
  }),
  /** Somebody types in the column; null: has stopped. `typist` is no user id, so that it names nobody. */
  z.object({
    hint: z.literal('typing'),
    typist: z.string().max(64),
    columnId: ColumnId.nullable(),
  }),
  z.object({ hint: z.literal('float'), sender: z.string().max(64), emoji: FloatingEmoji }),
  /** The number of screens that show the board on the sender's node. */
  z.object({
    hint: z.literal('screens'),
    node: z.string().max(64),
    count: z.number().int().min(0),
  }),
  /** A guest asked to join, or was renamed or muted. */
  z.object({ hint: z.literal('guests') }),
  LookSignal,
  /** The participants on the sender's node have changed. */
  z.object({ hint: z.literal('people'), node: z.string() }),
]);
export type BoardSignal = z.infer<typeof BoardSignal>;

const ChangeOfEpoch = LogEntry.extend({ epoch: z.string() }).transform(({ epoch, ...entry }) => ({
  epoch,
  change: loggedChange(entry),
}));
export type ChangeOfEpoch = z.infer<typeof ChangeOfEpoch>;

export const BoardMessage = z.union([ChangeOfEpoch, BoardSignal]);
export type BoardMessage = z.infer<typeof BoardMessage>;

/** The sockets to close (docs/live-protocol.md S-51), or to resync. */
export const ControlMessage = z.discriminatedUnion('kind', [
  /** `goingAway` if another session of the same browser replaces this one. The client reconnects with that. */
  z.object({
    kind: z.literal('session'),
    sessionId: SessionId,
    because: z.literal('goingAway').optional(),
  }),
  /** `forget` if the account is closed: presence then omits the user, also as offline. */
  z.object({
    kind: z.literal('user'),
    userId: UserId,
    exceptSession: SessionId.optional(),
    forget: z.literal(true).optional(),
  }),
  /** A renamed or muted guest, who reconnects with new rights. */
  z.object({ kind: z.literal('guest'), userId: UserId }),
  z.object({ kind: z.literal('member'), teamId: TeamId, userId: UserId }),
  z.object({ kind: z.literal('team'), teamId: TeamId }),
  /** Closes none: what the team's boards show has changed outside their history, so they are read again. */
  z.object({ kind: z.literal('resync'), teamId: TeamId }),
  z.object({ kind: z.literal('screens'), meetingId: MeetingId }),
  z.object({
    kind: z.literal('meeting'),
    meetingId: MeetingId,
    because: z.enum(['normal', 'notLive', 'refused']),
  }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** The returned listener ignores malformed messages, with a warning. */
export function messageListener<T>(
  schema: z.ZodType<T>,
  logger: Logger,
  onMessage: (message: T) => void,
) {
  return (text: string): void => {
    let message: T;
    try {
      message = schema.parse(JSON.parse(text));
    } catch {
      // The text itself may contain what users wrote, so it is not logged.
      logger.warn({ bytes: text.length }, 'a message of the bus is malformed');
      return;
    }
    onMessage(message);
  };
}
