// The statements by which a board's history is written and read.
import type { MeetingId } from '@wentwell/contract/ids';
import { type UserId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, gt, type SQL, sql, type SQLChunk } from 'drizzle-orm';

import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';

import { boardEvents } from './event-log.table.ts';
import { type eventColumns, loggedColumns } from './stored-events.ts';

/** Which board, and who changes it; null for the server itself. */
export interface BoardActor {
  meetingId: MeetingId;
  actorId: UserId | null;
  /** In place of its own time an event gets this one, and a millisecond for each event of the board. */
  timedFrom?: Date;
}

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
    returning seq, epoch, team_id, history_bytes as bytes,
      ceil(extract(epoch from history_since + interval '1 hour' - now())) as seconds`;
}

function timeOf(timedFrom: unknown, seq: SQLChunk): SQLChunk {
  return sql`coalesce(${timedFrom}::timestamptz + (${seq}) * interval '1 millisecond', now())`;
}

export function timeParameter(timedFrom: Date | undefined): string | null {
  return timedFrom?.toISOString() ?? null;
}

/** Assigns the next seq of the board, adds the event's size to the hourly quota, and stores the event: one statement. */
export const appendEvent = preparedOn((queries: Queries) => {
  const value = sql.placeholder;
  const counted = {
    seq: sql`seq`.as('seq'),
    epoch: sql`epoch`.as('epoch'),
    bytes: sql`bytes`.as('bytes'),
    seconds: sql`seconds`.as('seconds'),
  };
  const taken = queries
    .$with('taken', counted)
    .as(takeSeqsOf(value('meetingId'), { count: 1, size: value('size') }));
  // The JSON comes as text: a placeholder in a jsonb column would turn null into the JSON value null.
  const written = { createdAt: sql`created_at`.as('created_at') };
  const stored = queries.$with('stored', written).as(sql`insert into board_events
    (meeting_id, team_id, seq, actor_id, event, private_event, note_ids, event_version,
      created_at)
    select ${value('meetingId')}::uuid, team_id, seq, ${value('actorId')}::uuid, ${value('event')}::jsonb,
      ${value('privateEvent')}::jsonb, ${value('noteIds')}::uuid[],
      ${storedVersion}::int, ${timeOf(value('timedFrom'), sql`seq`)}
    from taken
    returning created_at`);
  return queries
    .with(taken, stored)
    .select({
      seq: taken.seq,
      epoch: taken.epoch,
      bytes: taken.bytes,
      seconds: taken.seconds,
      createdAt: stored.createdAt,
    })
    .from(taken)
    .innerJoin(stored, sql`true`)
    .prepare('append_event');
});

/** The same for events of one or several boards whose seqs are known, and that come as JSON. */
export const appendKnown = preparedOn((queries: Queries) => {
  const value = sql.placeholder;
  const asked = sql`unnest((select ${value('meetingIds')}::uuid[]), (select ${value('counts')}::int[]),
    (select ${value('sizes')}::bigint[])) as asked(board, count, size)`;
  const taken = queries
    .$with('taken', { id: sql`id`.as('id') })
    .as(
      sql`${takeSeqs(sql`asked.count`, sql`asked.size`)} from ${asked} where id = asked.board returning id, team_id`,
    );
  const stored = queries.$with('stored', { seq: sql`seq`.as('seq') })
    .as(sql`insert into board_events
    (meeting_id, team_id, seq, actor_id, event, private_event, note_ids, event_version,
      created_at)
    select "meetingId", team_id, seq, "actorId", event, "privateEvent", "noteIds",
      ${storedVersion}::int, "createdAt"
    from jsonb_to_recordset(${value('events')}::jsonb) as new("meetingId" uuid, seq bigint,
      "actorId" uuid, event jsonb, "privateEvent" jsonb, "noteIds" uuid[],
      "createdAt" timestamptz) join taken on taken.id = "meetingId"
    returning seq`);
  return queries
    .with(taken, stored)
    .select({ seq: stored.seq })
    .from(stored)
    .prepare('append_known');
});

/** Evaluated once for a statement, not for each row. */
export const isOfEpoch = sql`(select epoch from meetings where id = ${sql.placeholder('meetingId')}::uuid)
  = ${sql.placeholder('epoch')}::uuid`;

export const readAfter = preparedOn((queries: Queries) =>
  queries
    .select(loggedColumns)
    .from(boardEvents)
    .where(
      and(
        eq(boardEvents.meetingId, sql.placeholder('meetingId')),
        gt(boardEvents.seq, sql.placeholder('since')),
        isOfEpoch,
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
export const readHeads = preparedOn((queries: Queries) =>
  queries
    .select(heads)
    .from(sql`meetings`)
    .where(sql`id = any(${sql.placeholder('meetingIds')}::uuid[])`)
    .prepare('read_heads'),
);

type EventColumns = ReturnType<typeof eventColumns>;

/** The same for several events, in their order: one statement, however many there are. */
export function appendEvents(
  tx: Tx,
  { meetingId, actorId, timedFrom }: BoardActor,
  { columns, size }: { columns: readonly EventColumns[]; size: number },
) {
  const count = columns.length;
  return tx.execute(sql`with taken as (${takeSeqsOf(sql`${meetingId}`, { count, size: sql`${size}` })}),
    stored as (insert into board_events
      (meeting_id, team_id, seq, actor_id, event, private_event, note_ids,
        event_version, created_at)
      select ${meetingId}::uuid, team_id, seq - ${count}::int + place, ${actorId}::uuid, item -> 'event',
        nullif(item -> 'privateEvent', 'null'),
        array(select jsonb_array_elements_text(item -> 'noteIds'))::uuid[], ${storedVersion}::int,
        ${timeOf(timeParameter(timedFrom), sql`seq - ${count}::int + place`)}
      from taken, jsonb_array_elements(${JSON.stringify(columns)}::jsonb)
        with ordinality as listed(item, place)
      returning created_at)
    select seq, epoch, bytes, seconds, (select min(created_at) from stored) as "createdAt" from taken`);
}
