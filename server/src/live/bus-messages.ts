// What nodes tell each other over the bus: read by a schema, for whatever is on the wire may be anything.
import { MeetingId, NoteId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import type { Logger } from 'pino';
import { z } from 'zod';

import { loggedEvent, StoredEvent } from './stored-events.ts';

/** The channel that every node listens to. */
export const controlChannel = 'control';

const about = { noteId: NoteId, userId: UserId };

/** On a board's channel: an event, or a word that needs no history. */
const BoardSignal = z.discriminatedUnion('hint', [
  z.object({ hint: z.literal('editing'), ...about }),
  z.object({ hint: z.literal('look'), ...about }),
  /** The people on the node that says so have changed. */
  z.object({ hint: z.literal('people'), node: z.string() }),
]);
export type BoardSignal = z.infer<typeof BoardSignal>;

export const BoardMessage = z.union([StoredEvent.transform(loggedEvent), BoardSignal]);
export type BoardMessage = z.infer<typeof BoardMessage>;

export const ControlMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    sessionId: SessionId,
    because: z.literal('goingAway').optional(),
  }),
  z.object({
    kind: z.literal('user'),
    userId: UserId,
    exceptSession: SessionId.optional(),
    forget: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('member'), teamId: TeamId, userId: UserId }),
  z.object({ kind: z.literal('team'), teamId: TeamId }),
  z.object({
    kind: z.literal('meeting'),
    meetingId: MeetingId,
    because: z.enum(['normal', 'notLive', 'refused']),
  }),
  /** A node could not be heard for a while: look into the log for what it may have said. */
  z.object({ kind: z.literal('was-away') }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** The returned listener ignores malformed messages, with a warning. */
export function messageListener<T>(schema: z.ZodType<T>, logger: Logger, act: (hint: T) => void) {
  return (message: string): void => {
    let hint: T;
    try {
      hint = schema.parse(JSON.parse(message));
    } catch {
      // Its text may hold what people wrote.
      logger.warn({ bytes: message.length }, 'a message of the bus is malformed');
      return;
    }
    act(hint);
  };
}
