// Converts events to and from the forms in which the log stores them and the bus carries them.
import {
  type BoardEvent,
  textsIn,
  readEvent,
  seesInFull,
  viewOf,
} from '@wentwell/contract/board-features';
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import type { boardEvents } from './event-log.table.ts';

type EventRow = typeof boardEvents.$inferSelect;

/** An event of a board's history, in full. */
export interface LoggedEvent {
  meetingId: MeetingId;
  seq: number;
  actorId: UserId | null;
  /** Null where a newer version wrote what this one cannot read. */
  event: BoardEvent | null;
  /** What all may see of it, as it was stored. */
  publicView: object;
  timestamp: string;
}

/** The columns of an event; `privateTo` is for the version before, which knows no other viewers. */
export function eventColumns(event: BoardEvent, actorId: UserId | null) {
  const isOpen = seesInFull(event, null);
  return {
    event: viewOf(event, null),
    privateEvent: isOpen ? null : event,
    privateTo:
      !isOpen && actorId !== null && seesInFull(event, { userId: actorId }) ? actorId : null,
    noteIds: [...textsIn(event)],
  };
}

/** A stored event on the bus. A node of the version before reads all but `version`. */
export const StoredEvent = z.object({
  meetingId: MeetingId,
  seq: z.number().int(),
  actorId: UserId.nullable(),
  event: z.record(z.string(), z.unknown()),
  privateTo: UserId.nullable(),
  privateEvent: z.unknown(),
  version: z.number().int().default(1),
  timestamp: z.string(),
});
export type StoredEvent = z.input<typeof StoredEvent>;

export function storedEvent(row: EventRow) {
  return {
    meetingId: row.meetingId,
    seq: row.seq,
    actorId: row.actorId,
    event: row.event,
    privateTo: row.privateTo,
    privateEvent: row.privateEvent,
    version: row.eventVersion,
    timestamp: row.createdAt.toISOString(),
  };
}

/** Reads a stored event and upgrades it to this version. */
export function loggedEvent({
  event,
  privateEvent,
  version,
  meetingId,
  seq,
  actorId,
  timestamp,
}: Omit<z.infer<typeof StoredEvent>, 'event' | 'privateTo'> & { event: object }): LoggedEvent {
  const full = readEvent(privateEvent ?? event, version);
  return { meetingId, seq, actorId, event: full, publicView: event, timestamp };
}
