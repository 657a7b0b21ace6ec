// The only writer of `seq`: a board's change and its place in history are one transaction (docs/live-protocol.md S-32).
import { type BoardEvent, isAlwaysKept, notesDeletedBy } from '@wentwell/contract/board-features';
import { MeetingId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';

import { eraseNotes } from './erasure.ts';
import { boardEvents } from './event-log.table.ts';
import { eventColumns, type LoggedEvent, loggedEvent, storedEvent } from './stored-events.ts';

/** What a feature announces, in full. */
export interface BoardChange {
  event: BoardEvent;
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
});
type Head = z.infer<typeof Head>;
const HeadOf = Head.extend({ id: MeetingId });

/** Counts a board's next event, and its size among those of the hour. Throws BOARD_HISTORY_FULL beyond the quota. */
async function takeSeq(
  tx: Tx,
  meetingId: MeetingId,
  change: BoardChange,
): Promise<{ seq: number }> {
  const size = Buffer.byteLength(JSON.stringify(change));
  const isOver = sql`history_since <= now() - interval '1 hour'`;
  const taking = tx.execute(
    sql`update meetings set seq = seq + 1,
      history_bytes = case when ${isOver} then 0 else history_bytes end + ${size}::bigint,
      history_since = case when ${isOver} then now() else history_since end
      where id = ${meetingId}
      returning seq, history_bytes as bytes,
        ceil(extract(epoch from history_since + interval '1 hour' - now())) as seconds`,
  );
  // Sent at once, with the statement before it; a query that is only awaited is sent a moment later.
  const found = await taking.execute();
  const { seq, bytes, seconds } = Appended.parse(found.rows[0]);
  if (bytes > limits.boardHistoryBytesPerHour && !isAlwaysKept(change.event)) {
    throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(Math.max(1, seconds)) });
  }
  return { seq };
}

export function eventLog(db: Database, bus: Bus) {
  return {
    /**
     * Adds a change to a board's history inside the transaction that makes it, whose row lock on the meeting
     * orders it; tells the bus after the commit. Gives its seq.
     */
    async append(
      tx: Tx,
      on: { meetingId: MeetingId; actorId: UserId | null },
      change: BoardChange,
    ): Promise<number> {
      const { seq } = await takeSeq(tx, on.meetingId, change);
      // Erase the text from earlier events too, so that replaying the log cannot reveal a deleted note.
      await eraseNotes(tx, on.meetingId, notesDeletedBy(change.event));
      const [row] = await tx
        .insert(boardEvents)
        .values({ ...on, seq, ...eventColumns(change.event, on.actorId) })
        .returning();
      if (!row) throw new Error('An event was not stored.');
      const message = JSON.stringify(storedEvent(row));
      tx.afterCommit(() => bus.publish(boardChannel(on.meetingId), message));
      return seq;
    },

    /** The events after `since`, in order, at most `limit`. */
    async after(meetingId: MeetingId, since: number, limit: number): Promise<LoggedEvent[]> {
      const rows = await db
        .select()
        .from(boardEvents)
        .where(and(eq(boardEvents.meetingId, meetingId), gt(boardEvents.seq, since)))
        .orderBy(asc(boardEvents.seq))
        .limit(limit);
      return rows.map((row) => loggedEvent(storedEvent(row)));
    },

    /** Where a board's history stands now. */
    async head(meetingId: MeetingId): Promise<Head> {
      const found = await db.execute(sql`select seq, epoch from meetings where id = ${meetingId}`);
      return Head.parse(found.rows[0]);
    },

    /** The same of many boards, in one query. */
    async heads(meetingIds: readonly MeetingId[]): Promise<Map<MeetingId, Head>> {
      if (meetingIds.length === 0) return new Map();
      const asked = sql.param([...meetingIds]);
      const found = await db.execute(
        sql`select id, seq, epoch from meetings where id = any(${asked}::uuid[])`,
      );
      return new Map(found.rows.map((row) => HeadOf.parse(row)).map((head) => [head.id, head]));
    },
  };
}
export type EventLog = ReturnType<typeof eventLog>;
