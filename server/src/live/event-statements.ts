// The statements by which a board's history is written and read.
import type { MeetingId } from '@wentwell/contract/ids';
import { type UserId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, gt, type SQL, sql, type SQLChunk } from 'drizzle-orm';

import { preparedOn, type Queries } from '#server/platform/db/database';

import { boardEvents } from './event-log.table.ts';
import { loggedColumns } from './stored-events.ts';

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

/** Stores events of one or several boards. Their seqs are known; they come as JSON. */
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
    (meeting_id, team_id, seq, actor_id, event, private_event, note_ids, change,
      event_version, created_at)
    select "meetingId", team_id, seq, "actorId", event, "privateEvent", "noteIds", change,
      ${storedVersion}::int, "createdAt"
    from jsonb_to_recordset(${value('events')}::jsonb) as new("meetingId" uuid, seq bigint,
      "actorId" uuid, event jsonb, "privateEvent" jsonb, "noteIds" uuid[], change jsonb,
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
