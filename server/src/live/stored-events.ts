// Converts events to and from the forms in which the log stores them and the bus carries them.
import { type BoardEvent, readEvent, seesInFull, textsIn } from '@wentwell/contract/board-features';
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { boardEvents } from './event-log.table.ts';
import { withRepeated } from './repeated-values.ts';
import { type LoggedChange, loggedChange } from './stored-changes.ts';

/** What is read of an event. Each column more takes its time for each of the hundreds of a page. */
export const loggedColumns = {
  meetingId: boardEvents.meetingId,
  seq: boardEvents.seq,
  actorId: boardEvents.actorId,
  event: boardEvents.event,
  privateEvent: boardEvents.privateEvent,
  eventVersion: boardEvents.eventVersion,
  change: boardEvents.change,
  createdAt: boardEvents.createdAt,
};
type StoredRow = Pick<typeof boardEvents.$inferSelect, keyof typeof loggedColumns>;

/** An event of a board's history, in full. */
export interface LoggedEvent {
  meetingId: MeetingId;
  seq: number;
  actorId: UserId | null;
  /** Null where a newer version wrote what this one cannot read. */
  event: BoardEvent | null;
  /** What all may see of it, as it was stored. */
  publicView: object;
  /** Beside the last event of a command. */
  change: LoggedChange | null;
  timestamp: string;
}

/** What is left of an event for readers that must not see all of it and cannot tell what they may see. */
export function typeAlone({ type }: { type: string }) {
  return { type, data: {} };
}

/** The columns of an event, which stands in one of the two; `stored` is the form in which it does. */
export function eventColumns(event: BoardEvent, stored: { type: string; data: object } = event) {
  const isOpen = seesInFull(event, null);
  return {
    event: isOpen ? stored : typeAlone(event),
    privateEvent: isOpen ? null : stored,
    noteIds: [...textsIn(event)],
  };
}

export const StoredEvent = z.object({
  meetingId: MeetingId,
  seq: z.number().int(),
  actorId: UserId.nullable(),
  event: z.record(z.string(), z.unknown()),
  /** Nodes of the version before require it, and send somebody. */
  privateTo: UserId.nullable(),
  privateEvent: z.unknown(),
  change: z.unknown(),
  version: z.number().int().default(1),
  timestamp: z.string(),
});
/** A stored event on the bus, with the epoch of its board. */
export const EventMessage = StoredEvent.extend({ epoch: z.string() });
export type EventMessage = z.input<typeof EventMessage>;

export function storedEvent(row: StoredRow) {
  return {
    meetingId: row.meetingId,
    seq: row.seq,
    actorId: row.actorId,
    event: row.event,
    privateTo: null,
    privateEvent: row.privateEvent,
    change: row.change,
    version: row.eventVersion,
    timestamp: row.createdAt.toISOString(),
  };
}

/** Reads a stored event and upgrades it to this version. */
export function loggedEvent({
  event,
  privateEvent,
  change,
  version,
  meetingId,
  seq,
  actorId,
  timestamp,
}: Omit<z.infer<typeof StoredEvent>, 'event' | 'privateTo'> & { event: object }): LoggedEvent {
  const full = readEvent(withRepeated(privateEvent ?? event), version);
  const logged = change === null ? null : loggedChange(change);
  return { meetingId, seq, actorId, event: full, publicView: event, change: logged, timestamp };
}
