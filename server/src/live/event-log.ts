// The only writer of `seq`: a board's change and its place in history are one transaction (docs/live-protocol.md S-32).
import { type BoardEvent, textsDeletedBy } from '@wentwell/contract/board-features';
import { MeetingId, type UserId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, gt, type SQL, sql, type SQLChunk } from 'drizzle-orm';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import { type Database, preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { committed } from '#server/platform/metrics/measure';

import { eraseTexts } from './erasure.ts';
import { boardEvents } from './event-log.table.ts';
import {
  type BoardChange,
  type LockedHistory,
  quotaAfter,
  requireQuota,
  sizeOf,
} from './history-quota.ts';
import { eventColumns, type LoggedEvent, loggedEvent, storedEvent } from './stored-events.ts';

export type { BoardChange } from './history-quota.ts';

/** Which board, and who changes it; null for the server itself. */
interface BoardActor {
  meetingId: MeetingId;
  actorId: UserId | null;
  /** In place of its own time an event gets this one, and a millisecond for each event of the board. */
  timedFrom?: Date;
}

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
  history: LockedHistory & { meeting: { seq: number } };
}

/** The bus channel of a board. */
export function boardChannel(meetingId: MeetingId): string {
  return `board:${meetingId}`;
}

const Head = z.object({ seq: z.coerce.number().int(), epoch: z.string() });
const Appended = z.object({
  seq: z.coerce.number().int(),
  bytes: z.coerce.number(),
  seconds: z.coerce.number(),
  createdAt: z.coerce.date(),
});
type Head = z.infer<typeof Head>;
type Appended = z.infer<typeof Appended>;
const HeadOf = Head.extend({ id: MeetingId });

/** Adds events to the boards that a condition behind it names: their number, and their size to the hourly quota. */
function takeSeqs(count: SQLChunk, size: SQLChunk): SQL {
  const isOver = sql`history_since <= now() - interval '1 hour'`;
  return sql`update meetings set seq = seq + ${count}::int,
    history_bytes = case when ${isOver} then 0 else history_bytes end + ${size}::bigint,
    history_since = case when ${isOver} then now() else history_since end`;
}

/** The same for one board; `seq` is that of the last. */
function takeSeqsOf(meetingId: SQLChunk, { count, size }: { count: number; size: SQLChunk }): SQL {
  return sql`${takeSeqs(sql`${count}`, size)} where id = ${meetingId}
    returning seq, history_bytes as bytes,
      ceil(extract(epoch from history_since + interval '1 hour' - now())) as seconds`;
}

function timeOf(timedFrom: unknown, seq: SQLChunk): SQLChunk {
  return sql`coalesce(${timedFrom}::timestamptz + (${seq}) * interval '1 millisecond', now())`;
}

function timeParameter(timedFrom: Date | undefined): string | null {
  return timedFrom?.toISOString() ?? null;
}

/** Assigns the next seq of the board, adds the event's size to the hourly quota, and stores the event: one statement. */
const appendEvent = preparedOn((queries: Queries) => {
  const value = sql.placeholder;
  const counted = {
    seq: sql`seq`.as('seq'),
    bytes: sql`bytes`.as('bytes'),
    seconds: sql`seconds`.as('seconds'),
  };
  const taken = queries
    .$with('taken', counted)
    .as(takeSeqsOf(value('meetingId'), { count: 1, size: value('size') }));
  // The JSON comes as text: a placeholder in a jsonb column would turn null into the JSON value null.
  const written = { createdAt: sql`created_at`.as('created_at') };
  const stored = queries.$with('stored', written).as(sql`insert into board_events
    (meeting_id, seq, actor_id, event, private_event, private_to, note_ids, event_version,
      created_at)
    select ${value('meetingId')}::uuid, seq, ${value('actorId')}::uuid, ${value('event')}::jsonb,
      ${value('privateEvent')}::jsonb, ${value('privateTo')}::uuid, ${value('noteIds')}::uuid[],
      ${storedVersion}::int, ${timeOf(value('timedFrom'), sql`seq`)}
    from taken
    returning created_at`);
  return queries
    .with(taken, stored)
    .select({
      seq: taken.seq,
      bytes: taken.bytes,
      seconds: taken.seconds,
      createdAt: stored.createdAt,
    })
    .from(taken)
    .innerJoin(stored, sql`true`)
    .prepare('append_event');
});

/** The same for events of one or several boards whose seqs are known, and that come as JSON. */
const appendKnown = preparedOn((queries: Queries) => {
  const value = sql.placeholder;
  const asked = sql`unnest((select ${value('meetingIds')}::uuid[]), (select ${value('counts')}::int[]),
    (select ${value('sizes')}::bigint[])) as asked(board, count, size)`;
  const taken = queries
    .$with('taken', { id: sql`id`.as('id') })
    .as(
      sql`${takeSeqs(sql`asked.count`, sql`asked.size`)} from ${asked} where id = asked.board returning id`,
    );
  const stored = queries.$with('stored', { seq: sql`seq`.as('seq') })
    .as(sql`insert into board_events
    (meeting_id, seq, actor_id, event, private_event, private_to, note_ids, event_version,
      created_at)
    select "meetingId", seq, "actorId", event, "privateEvent", "privateTo", "noteIds",
      ${storedVersion}::int, coalesce("createdAt", now())
    from jsonb_to_recordset(${value('events')}::jsonb) as new("meetingId" uuid, seq bigint,
      "actorId" uuid, event jsonb, "privateEvent" jsonb, "privateTo" uuid, "noteIds" uuid[],
      "createdAt" timestamptz)
    returning seq`);
  return queries
    .with(taken, stored)
    .select({ seq: stored.seq })
    .from(stored)
    .prepare('append_known');
});

const readAfter = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(boardEvents)
    .where(
      and(
        eq(boardEvents.meetingId, sql.placeholder('meetingId')),
        gt(boardEvents.seq, sql.placeholder('since')),
      ),
    )
    .orderBy(asc(boardEvents.seq))
    .limit(sql.placeholder('limit'))
    .prepare('read_events_after'),
);

const heads = {
  id: sql`id`.as('id'),
  seq: sql`seq`.as('seq'),
  epoch: sql`epoch`.as('epoch'),
};
const readHeads = preparedOn((queries: Queries) =>
  queries
    .select(heads)
    .from(sql`meetings`)
    .where(sql`id = any(${sql.placeholder('meetingIds')}::uuid[])`)
    .prepare('read_heads'),
);

/** The events of a board after `since`, in order, at most `limit`. */
export async function eventsAfter(
  queries: Queries,
  meetingId: MeetingId,
  { since, limit }: { since: number; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await readAfter(queries).execute({ meetingId, since, limit });
  return rows.map((row) => loggedEvent(storedEvent(row)));
}

type EventColumns = ReturnType<typeof eventColumns>;

/** The same for several events, in their order: one statement, however many there are. */
function appendEvents(
  tx: Tx,
  { meetingId, actorId, timedFrom }: BoardActor,
  { columns, size }: { columns: readonly EventColumns[]; size: number },
) {
  const count = columns.length;
  return tx.execute(sql`with taken as (${takeSeqsOf(sql`${meetingId}`, { count, size: sql`${size}` })}),
    stored as (insert into board_events
      (meeting_id, seq, actor_id, event, private_event, private_to, note_ids, event_version,
        created_at)
      select ${meetingId}::uuid, seq - ${count}::int + place, ${actorId}::uuid, item -> 'event',
        nullif(item -> 'privateEvent', 'null'), (item ->> 'privateTo')::uuid,
        array(select jsonb_array_elements_text(item -> 'noteIds'))::uuid[], ${storedVersion}::int,
        ${timeOf(timeParameter(timedFrom), sql`seq - ${count}::int + place`)}
      from taken, jsonb_array_elements(${JSON.stringify(columns)}::jsonb)
        with ordinality as listed(item, place)
      returning created_at)
    select seq, bytes, seconds, (select min(created_at) from stored) as "createdAt" from taken`);
}

export function eventLog(db: Database, bus: Bus) {
  function publish(tx: Tx, { meetingId }: BoardActor, row: Parameters<typeof storedEvent>[0]) {
    const message = JSON.stringify(storedEvent(row));
    tx.afterCommit(() => {
      committed(meetingId, row.seq);
      bus.publish(boardChannel(meetingId), message);
    });
  }

  function prepareAppend(tx: Tx, on: BoardActor, event: BoardEvent) {
    const columns = eventColumns(event, on.actorId);
    const { privateEvent } = columns;
    const { meetingId, actorId } = on;
    const size = sizeOf(event);
    const values = {
      meetingId,
      actorId,
      timedFrom: timeParameter(on.timedFrom),
      ...columns,
      event: JSON.stringify(columns.event),
      privateEvent: privateEvent && JSON.stringify(privateEvent),
      size,
    };
    return {
      size,
      async append(): Promise<Appended> {
        const [found] = await appendEvent(tx).execute(values);
        return Appended.parse(found);
      },
      publishAt({ seq, createdAt }: Appended): void {
        const place = { meetingId, actorId, seq, eventVersion: storedVersion, createdAt };
        publish(tx, on, { ...place, ...columns });
      },
    };
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
     * The same for several last changes of a transaction, of one or of several boards, in their order: one statement.
     * Nothing that is decided here waits for an answer, because the boards are locked.
     */
    appendTogether(tx: Tx, changes: readonly KnownChange[]): void {
      if (changes.length === 0) return;
      const taken = new Map<MeetingId, { count: number; size: number }>();
      const events = changes.map(({ on, change, history }) => {
        const { meetingId, actorId, timedFrom } = on;
        const size = sizeOf(change.event);
        requireQuota(quotaAfter(history, size), [change]);
        const { count: before, size: sizeBefore } = taken.get(meetingId) ?? { count: 0, size: 0 };
        taken.set(meetingId, { count: before + 1, size: sizeBefore + size });
        const seq = history.meeting.seq + 1;
        const columns = eventColumns(change.event, actorId);
        const createdAt = timedFrom ? new Date(timedFrom.getTime() + seq) : null;
        const place = { meetingId, actorId, seq, eventVersion: storedVersion };
        publish(tx, on, { ...place, ...columns, createdAt: createdAt ?? history.now });
        return { meetingId, actorId, seq, createdAt, ...columns };
      });
      const boards = [...taken.values()];
      const values = {
        meetingIds: [...taken.keys()],
        counts: boards.map(({ count }) => count),
        sizes: boards.map(({ size }) => size),
        events: JSON.stringify(events),
      };
      tx.beforeCommit(() => appendKnown(tx).execute(values));
    },

    /** The same for several changes that delete no notes, in their order. Sends one statement, or none for no change. */
    async appendAll(tx: Tx, on: BoardActor, changes: readonly BoardChange[]): Promise<void> {
      if (changes.length === 0) return;
      const columns = changes.map(({ event }) => eventColumns(event, on.actorId));
      const size = changes.reduce((sum, { event }) => sum + sizeOf(event), 0);
      const { rows } = await appendEvents(tx, on, { columns, size });
      const appended = Appended.parse(rows[0]);
      requireQuota(appended, changes);
      const { seq: last, createdAt } = appended;
      for (const [index, each] of columns.entries()) {
        const seq = last - columns.length + 1 + index;
        const { meetingId, actorId, timedFrom } = on;
        const time = timedFrom ? new Date(timedFrom.getTime() + seq) : createdAt;
        const place = { meetingId, actorId, seq, eventVersion: storedVersion, createdAt: time };
        publish(tx, on, { ...place, ...each });
      }
    },

    /** The events after `since`, in order, at most `limit`. */
    async after(meetingId: MeetingId, since: number, limit: number): Promise<LoggedEvent[]> {
      return eventsAfter(db, meetingId, { since, limit });
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
