// The only writer of `seq`: a board's change and its place in history are one transaction (docs/live-protocol.md S-32).
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { BoardEvent, type EventFrame } from '@wentwell/contract/live';
import { Meeting } from '@wentwell/contract/meetings';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';

import { eraseNotes } from './erasure.ts';
import { boardEvents } from './event-log.table.ts';

/** An event as its board's history keeps it; `privateEvent` is what `privateTo` sees instead. */
export const LoggedEvent = z.object({
  meetingId: MeetingId,
  seq: z.number().int(),
  actorId: UserId.nullable(),
  event: BoardEvent,
  privateTo: UserId.nullable(),
  privateEvent: BoardEvent.nullable(),
  timestamp: z.string(),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** What a feature announces: for everybody, and in full for one person where the rest may not read it. */
export interface BoardChange {
  event: BoardEvent;
  inFullFor?: { userId: UserId; event: BoardEvent };
}

/** The bus channel of a board. */
export function boardChannel(meetingId: MeetingId): string {
  return `board:${meetingId}`;
}

/** Takes a logged event and its viewer; gives the frame that this viewer may see. */
export function frameFor(logged: LoggedEvent, viewer: UserId | null): EventFrame {
  const mine = logged.privateEvent !== null && viewer !== null && viewer === logged.privateTo;
  const event = mine && logged.privateEvent ? logged.privateEvent : logged.event;
  return { ...event, userId: logged.actorId, timestamp: logged.timestamp, seq: logged.seq };
}

/** Events that were stored before meetings had columns carry a meeting without them. */
function upgradeEvent(event: BoardEvent): BoardEvent {
  switch (event.type) {
    case 'meeting_updated':
      return { ...event, data: { meeting: Meeting.parse(event.data.meeting) } };
    case 'phase_changed':
      return { ...event, data: { ...event.data, meeting: Meeting.parse(event.data.meeting) } };
    default:
      return event;
  }
}

function toLogged(row: typeof boardEvents.$inferSelect): LoggedEvent {
  return {
    meetingId: row.meetingId,
    seq: row.seq,
    actorId: row.actorId,
    event: upgradeEvent(row.event),
    privateTo: row.privateTo,
    privateEvent: row.privateEvent,
    timestamp: row.createdAt.toISOString(),
  };
}

const Head = z.object({ seq: z.coerce.number().int(), epoch: z.string() });
const Appended = z.object({
  seq: z.coerce.number().int(),
  bytes: z.coerce.number(),
  seconds: z.coerce.number(),
});
// What a board must always be told, however much of its history an hour has filled.
const alwaysKept = new Set<BoardEvent['type']>([
  'note_deleted',
  'notes_revealed',
  'phase_changed',
  'meeting_updated',
]);
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
  const found = await tx.execute(
    sql`update meetings set seq = seq + 1,
      history_bytes = case when ${isOver} then 0 else history_bytes end + ${size}::bigint,
      history_since = case when ${isOver} then now() else history_since end
      where id = ${meetingId}
      returning seq, history_bytes as bytes,
        ceil(extract(epoch from history_since + interval '1 hour' - now())) as seconds`,
  );
  const { seq, bytes, seconds } = Appended.parse(found.rows[0]);
  if (bytes > limits.boardHistoryBytesPerHour && !alwaysKept.has(change.event.type)) {
    throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(Math.max(1, seconds)) });
  }
  return { seq };
}

/** Takes the bus to tell other nodes by; gives the log. */
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
      // Whoever reads the history from its beginning does not find there what the board no longer shows.
      if (change.event.type === 'note_deleted') {
        await eraseNotes(tx, on.meetingId, [change.event.data.note_id]);
      }
      const [row] = await tx
        .insert(boardEvents)
        .values({
          meetingId: on.meetingId,
          seq,
          actorId: on.actorId,
          event: change.event,
          privateTo: change.inFullFor?.userId ?? null,
          privateEvent: change.inFullFor?.event ?? null,
        })
        .returning();
      if (!row) throw new Error('An event was not stored.');
      const message = JSON.stringify(toLogged(row));
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
      return rows.map(toLogged);
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
