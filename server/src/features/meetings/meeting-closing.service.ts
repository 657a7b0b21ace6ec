// Closes meetings whose end has passed, whether anybody is connected or not, and does what an earlier version left out
// when it ended one. The row lock makes one node do it; the others find it done.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';

import { isLeftToEnd, readScores } from '#server/board/read-facts';
import type { BoardStore } from '#server/board/store';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';

import { repeatedSweep } from './meeting-sweep.ts';
import { meetings } from './meetings.table.ts';

export interface MeetingClosingDeps {
  db: Database;
  store: BoardStore;
  /** For the pace of the sweeps alone. */
  clock: Clock;
  logger: BaseLogger;
}

const sweepEveryMs = 2000;
const meetingsPerSweep = 100;

export function meetingClosing({ db, store, clock, logger }: MeetingClosingDeps) {
  /** By the database's clock: closing cannot be undone, and a node's own clock may be wrong. */
  function isOverdue(): SQL | undefined {
    return and(eq(meetings.status, 'live'), lte(meetings.endTime, sql`now()`));
  }

  /** Closes one meeting, or only does what was left out when it ended; does nothing where neither is due. */
  async function close(meetingId: MeetingId, lock?: { skipLocked: true }): Promise<void> {
    await db.write(async (tx) => {
      const [meeting] = await tx
        .select({ id: meetings.id })
        .from(meetings)
        .where(
          and(eq(meetings.id, meetingId), isNull(meetings.deletedAt), or(isOverdue(), isLeftToEnd)),
        )
        .for('update', lock);
      if (!meeting) return;
      await store.changeLocked(tx, meetingId, {
        name: 'meeting.close',
        input: {},
        actorId: null,
        context: { facts: { scores: await readScores(tx, meetingId) } },
      });
    });
  }

  function living(which: SQL | undefined) {
    return db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isNull(meetings.deletedAt), which));
  }

  async function sweep(): Promise<void> {
    try {
      // Two looks, each with an index of its own: asked for either at once, PostgreSQL reads every meeting.
      const due = await unionAll(living(isOverdue()), living(isLeftToEnd)).limit(meetingsPerSweep);
      for (const { id } of due) {
        if (!sweeps.isStopped()) await close(id, { skipLocked: true });
      }
    } catch (error) {
      logger.warn({ err: error }, 'meetings whose end has passed could not be closed yet');
    }
  }

  const sweeps = repeatedSweep(clock, sweepEveryMs, sweep);

  return {
    /** Closes a meeting before it is shown, or waits for the sweep that is closing it. */
    closeOverdue: (meetingId: MeetingId) => close(meetingId),

    start: sweeps.start,
    stop: sweeps.stop,
  };
}
