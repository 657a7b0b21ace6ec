// The only writer of `seq`: a board's change and its place in history are one transaction (docs/live-protocol.md S-32).
import type { BoardEvent } from '@wentwell/contract/board-features';
import { MeetingId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { committed } from '#server/platform/metrics/measure';

import { appendKnown, type BoardActor, readAfter, readHeads } from './event-statements.ts';
import { type BoardChange, type LockedHistory, withEvent } from './history-quota.ts';
import { withoutRepeated } from './repeated-values.ts';
import { type LoggedChange, storedChange, textsOf } from './stored-changes.ts';
import {
  eventColumns,
  type EventMessage,
  type LoggedEvent,
  loggedEvent,
  storedEvent,
} from './stored-events.ts';

export type { BoardChange } from './history-quota.ts';

/** A change with its place in the history of a locked board. */
export interface KnownChange {
  on: BoardActor;
  change: BoardChange;
  seq: number;
  epoch: string;
  size: number;
  /** By the database's clock. */
  now: Date;
  /** Beside the last event of a command. */
  logged?: LoggedChange;
}

/** Changes one after another on one board, with the meeting's row as they leave it. Throws BOARD_HISTORY_FULL. */
export function knownChanges<M extends LockedHistory['meeting'] & { seq: number; epoch: string }>(
  { meeting: before, now }: LockedHistory & { meeting: M },
  changes: readonly Pick<KnownChange, 'on' | 'change'>[],
): { known: KnownChange[]; meeting: M } {
  let meeting = before;
  const known = changes.map((each) => {
    const { meeting: after, size } = withEvent({ meeting, now }, each.change);
    meeting = after;
    return { ...each, seq: after.seq, epoch: after.epoch, size, now };
  });
  return { known, meeting };
}

/** The bus channel of a board. */
export function boardChannel(meetingId: MeetingId): string {
  return `board:${meetingId}`;
}

const Head = z.object({ seq: z.coerce.number().int(), epoch: z.string() });
type Head = z.infer<typeof Head>;
const HeadOf = Head.extend({ id: MeetingId });

/** A part of a board's history, which is that of the epoch. */
export interface LogRange {
  epoch: string;
  since: number;
  limit: number;
}

/** The events of a board after `since`, in order; none where the board has another epoch by now. */
export async function eventsAfter(
  queries: Queries,
  meetingId: MeetingId,
  range: LogRange,
): Promise<LoggedEvent[]> {
  const rows = await readAfter(queries).execute({ meetingId, ...range });
  return rows.map((row) => loggedEvent(storedEvent(row)));
}

interface EventLogOptions {
  /** Every program that may run on the schema puts back what an event of the log leaves out. */
  leavesOutRepeated?: boolean;
}

export function eventLog(
  db: Database,
  bus: Bus,
  { leavesOutRepeated = false }: EventLogOptions = {},
) {
  function rowColumns(event: BoardEvent) {
    return eventColumns(event, leavesOutRepeated ? withoutRepeated(event) : event);
  }

  function publish(tx: Tx, epoch: string, row: Parameters<typeof storedEvent>[0]) {
    const { meetingId } = row;
    const message = JSON.stringify({ ...storedEvent(row), epoch } satisfies EventMessage);
    tx.afterCommit(() => {
      committed(meetingId, row.seq);
      bus.publish(boardChannel(meetingId), message);
    });
  }

  /** Returns what sends the events. Their seqs are known, because the boards are locked. */
  function sendKnown(tx: Tx, changes: readonly KnownChange[]): () => Promise<unknown> {
    if (changes.length === 0) return () => Promise.resolve();
    const taken = new Map<MeetingId, { count: number; size: number }>();
    const events = changes.map(({ on, change, seq, epoch, size, now, logged }) => {
      const { meetingId, actorId, timedFrom } = on;
      const { count: before, size: sizeBefore } = taken.get(meetingId) ?? { count: 0, size: 0 };
      taken.set(meetingId, { count: before + 1, size: sizeBefore + size });
      const columns = eventColumns(change.event);
      const stored = logged ? storedChange(logged) : null;
      // PostgreSQL would round its clock, and everybody gets the same time of an event.
      const createdAt = timedFrom ? new Date(timedFrom.getTime() + seq) : now;
      const place = { meetingId, actorId, seq, eventVersion: storedVersion };
      publish(tx, epoch, { ...place, ...columns, change: stored, createdAt });
      const written = rowColumns(change.event);
      const noteIds = [...new Set([...written.noteIds, ...(logged ? textsOf(logged.change) : [])])];
      return { meetingId, actorId, seq, createdAt, ...written, noteIds, change: stored };
    });
    const boards = [...taken.values()];
    const values = {
      meetingIds: [...taken.keys()],
      counts: boards.map(({ count }) => count),
      sizes: boards.map(({ size }) => size),
      events: JSON.stringify(events),
    };
    return () => appendKnown(tx).execute(values);
  }

  return {
    /**
     * Adds changes to the histories of their locked boards, in their order, inside the transaction that makes them. The
     * statement is sent at once. The events are published on the bus after COMMIT. Throws BOARD_HISTORY_FULL beyond the
     * hourly quota.
     */
    appendKnown(tx: Tx, changes: readonly KnownChange[]): Promise<unknown> {
      return sendKnown(tx, changes)();
    },

    /** The same for the last changes of a transaction: their statement is sent with COMMIT. */
    appendTogether(tx: Tx, changes: readonly KnownChange[]): void {
      tx.beforeCommit(sendKnown(tx, changes));
    },

    /** See `eventsAfter`. */
    async after(meetingId: MeetingId, range: LogRange): Promise<LoggedEvent[]> {
      return eventsAfter(db, meetingId, range);
    },

    /** Where a board's history stands now. */
    async head(meetingId: MeetingId): Promise<Head> {
      const [found] = await readHeads(db).execute({ meetingIds: [meetingId] });
      return Head.parse(found);
    },

    /** The heads of many boards, in one query. */
    async heads(meetingIds: readonly MeetingId[]): Promise<Map<MeetingId, Head>> {
      if (meetingIds.length === 0) return new Map();
      const found = await readHeads(db).execute({ meetingIds: [...meetingIds] });
      return new Map(found.map((row) => HeadOf.parse(row)).map((head) => [head.id, head]));
    },
  };
}
export type EventLog = ReturnType<typeof eventLog>;
