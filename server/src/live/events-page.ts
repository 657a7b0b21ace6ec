// A page of a board's history, for clients without a socket.
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';

import { type Database, preparedOn, type Queries } from '#server/platform/db/database';

import { boardEvents } from './event-log.table.ts';
import type { LogRange } from './event-log.ts';
import { isOfEpoch } from './event-statements.ts';
import { loggedColumns, type LoggedEvent, loggedEvent, storedEvent } from './stored-events.ts';

// PostgreSQL sizes the events, so that what a page has no place for is not even sent.
const readPage = preparedOn((queries: Queries) => {
  const { meetingId, seq, event, privateEvent } = boardEvents;
  const size = sql`octet_length(coalesce(${privateEvent}, ${event})::text)`;
  const before = sql`rows between unbounded preceding and 1 preceding`;
  const sized = queries.$with('sized').as(
    queries
      .select({
        ...loggedColumns,
        bytesBefore: sql`coalesce(sum(${size}) over (order by ${seq} ${before}), 0)`.as('before'),
      })
      .from(boardEvents)
      .where(
        and(
          eq(meetingId, sql.placeholder('meetingId')),
          gt(seq, sql.placeholder('since')),
          isOfEpoch,
        ),
      )
      .orderBy(asc(seq))
      .limit(sql.placeholder('limit')),
  );
  return queries
    .with(sized)
    .select({
      meetingId: sized.meetingId,
      seq: sized.seq,
      actorId: sized.actorId,
      event: sized.event,
      privateEvent: sized.privateEvent,
      eventVersion: sized.eventVersion,
      change: sized.change,
      createdAt: sized.createdAt,
    })
    .from(sized)
    .where(lt(sized.bytesBefore, sql.placeholder('bytes')))
    .orderBy(asc(sized.seq))
    .prepare('read_events_page');
});

/**
 * The events after `since`, in order, at most as many as one page holds; none where the board has another epoch by now.
 */
export async function eventsPage(
  db: Database,
  meetingId: MeetingId,
  { epoch, since }: Omit<LogRange, 'limit'>,
): Promise<LoggedEvent[]> {
  const { resumeMax: limit, eventsPageBytes: bytes } = liveLimits;
  const rows = await readPage(db).execute({ meetingId, epoch, since, limit, bytes });
  return rows.map((row) => loggedEvent(storedEvent(row)));
}
