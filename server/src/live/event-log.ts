// The only writer of `seq`: a board's change and its place in history are one transaction (docs/live-protocol.md S-32).
import { type BoardEvent, textsDeletedBy } from '@wentwell/contract/board-features';
import { MeetingId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { committed } from '#server/platform/metrics/measure';

import { eraseTexts } from './erasure.ts';
import {
  appendEvent,
  appendEvents,
  appendKnown,
  type BoardActor,
  readAfter,
  readHeads,
  timeParameter,
} from './event-statements.ts';
import {
  type BoardChange,
  type LockedHistory,
  quotaAfter,
  requireQuota,
  sizeOf,
} from './history-quota.ts';
import { withoutRepeated } from './repeated-values.ts';
import {
  eventColumns,
  type EventMessage,
  type LoggedEvent,
  loggedEvent,
  storedEvent,
} from './stored-events.ts';

export type { BoardChange } from './history-quota.ts';

/** The last change of a transaction. */
export interface LastChange {
  change: BoardChange;
  history: LockedHistory;
  /** Writes the rows. */
  write(): Promise<unknown>;
}

/** One of several changes that end a transaction. */
export interface KnownChange {
  on: BoardActor;
  change: BoardChange;
  /** The board as the change before this one leaves it. */
  history: LockedHistory & { meeting: { seq: number; epoch: string } };
}

/** The bus channel of a board. */
export function boardChannel(meetingId: MeetingId): string {
  return `board:${meetingId}`;
}

const Head = z.object({ seq: z.coerce.number().int(), epoch: z.string() });
const Appended = Head.extend({
  bytes: z.coerce.number(),
  seconds: z.coerce.number(),
  createdAt: z.coerce.date(),
});
type Head = z.infer<typeof Head>;
type Appended = z.infer<typeof Appended>;
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

  function prepareAppend(tx: Tx, on: BoardActor, event: BoardEvent) {
    const columns = eventColumns(event);
    const row = rowColumns(event);
    const { privateEvent } = row;
    const { meetingId, actorId } = on;
    const size = sizeOf(event);
    const values = {
      meetingId,
      actorId,
      timedFrom: timeParameter(on.timedFrom),
      ...row,
      event: JSON.stringify(row.event),
      privateEvent: privateEvent && JSON.stringify(privateEvent),
      size,
    };
    return {
      size,
      async append(): Promise<Appended> {
        const [found] = await appendEvent(tx).execute(values);
        return Appended.parse(found);
      },
      publishAt({ seq, epoch, createdAt }: Appended): void {
        const place = { meetingId, actorId, seq, eventVersion: storedVersion, createdAt };
        publish(tx, epoch, { ...place, ...columns });
      },
    };
  }

  /** Returns what sends the events. Their seqs are known, because the boards are locked. */
  function sendKnown(tx: Tx, changes: readonly KnownChange[]): () => Promise<unknown> {
    if (changes.length === 0) return () => Promise.resolve();
    const taken = new Map<MeetingId, { count: number; size: number }>();
    const events = changes.map(({ on, change, history }) => {
      const { meetingId, actorId, timedFrom } = on;
      const size = sizeOf(change.event);
      requireQuota(quotaAfter(history, size), [change]);
      const { count: before, size: sizeBefore } = taken.get(meetingId) ?? { count: 0, size: 0 };
      taken.set(meetingId, { count: before + 1, size: sizeBefore + size });
      const { epoch } = history.meeting;
      const seq = history.meeting.seq + 1;
      const columns = eventColumns(change.event);
      // PostgreSQL would round its clock, and everybody gets the same time of an event.
      const createdAt = timedFrom ? new Date(timedFrom.getTime() + seq) : history.now;
      const place = { meetingId, actorId, seq, eventVersion: storedVersion };
      publish(tx, epoch, { ...place, ...columns, createdAt });
      return { meetingId, actorId, seq, createdAt, ...rowColumns(change.event) };
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
     * Adds a change to a board's history inside the transaction that makes it. The row lock on the meeting orders the
     * changes. The event is published on the bus after the commit. Throws BOARD_HISTORY_FULL beyond the hourly quota.
     */
    async append(tx: Tx, on: BoardActor, change: BoardChange): Promise<void> {
      const { append, publishAt } = prepareAppend(tx, on, change.event);
      // Erase the text from earlier events too, so that replaying the log cannot reveal a deleted note.
      const deleted = textsDeletedBy(change.event);
      const erasing = deleted && eraseTexts(tx, on.meetingId, deleted);
      const [appended] = await Promise.all([append(), erasing]);
      requireQuota(appended, [change]);
      publishAt(appended);
    },

    /**
     * The same for the last change of a transaction, which deletes no text: its rows and its event are sent with COMMIT,
     * so that nobody waits for their answers in between. What the quota says is known from the locked row.
     */
    appendLast(tx: Tx, on: BoardActor, { change, history, write }: LastChange): void {
      const { size, append, publishAt } = prepareAppend(tx, on, change.event);
      requireQuota(quotaAfter(history, size), [change]);
      tx.beforeCommit(write);
      tx.beforeCommit(async () => {
        publishAt(await append());
      });
    },

    /**
     * The same for several changes, of one or of several boards, in their order. Resolves when their statement is answered,
     * which is sent at once. Nothing that is decided here waits for an answer, because the boards are locked.
     */
    appendKnown(tx: Tx, changes: readonly KnownChange[]): Promise<unknown> {
      return sendKnown(tx, changes)();
    },

    /** The same for the last changes of a transaction: their statement is sent with COMMIT. */
    appendTogether(tx: Tx, changes: readonly KnownChange[]): void {
      tx.beforeCommit(sendKnown(tx, changes));
    },

    /** The same for several changes that delete no notes, in their order. Sends one statement, or none for no change. */
    async appendAll(tx: Tx, on: BoardActor, changes: readonly BoardChange[]): Promise<void> {
      if (changes.length === 0) return;
      const columns = changes.map(({ event }) => eventColumns(event));
      const size = changes.reduce((sum, { event }) => sum + sizeOf(event), 0);
      const stored = changes.map(({ event }) => rowColumns(event));
      const { rows } = await appendEvents(tx, on, { columns: stored, size });
      const appended = Appended.parse(rows[0]);
      requireQuota(appended, changes);
      const { seq: last, epoch, createdAt } = appended;
      for (const [index, each] of columns.entries()) {
        const seq = last - columns.length + 1 + index;
        const { meetingId, actorId, timedFrom } = on;
        const time = timedFrom ? new Date(timedFrom.getTime() + seq) : createdAt;
        const place = { meetingId, actorId, seq, eventVersion: storedVersion, createdAt: time };
        publish(tx, epoch, { ...place, ...each });
      }
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
