// Periodic jobs on every node that close overdue meetings and advance phases.
import type { MeetingId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { and, eq, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { readAttendance } from '#server/board/counted-retros';
import { readScores } from '#server/board/read-facts';
import type { BoardStore } from '#server/board/store';
import { type Clock, repeatEvery } from '#server/platform/clock';
import type { Database, Tx } from '#server/platform/db/database';

import { meetings } from './meetings.table.ts';

interface SweepDeps {
  db: Database;
  store: BoardStore;
  /** Only for the interval. Due times use the database's clock. */
  clock: Clock;
  logger: BaseLogger;
}

interface Sweep {
  everyMs: number;
  /** A condition on meetings. */
  isDue: SQL | undefined;
  act(tx: Tx, id: MeetingId): Promise<unknown>;
  /** Log message for a failed meeting. A failure does not stop the others. */
  problem: string;
}

const meetingsPerSweep = 100;

/** `everyMs` is the pause between sweeps. */
function repeatedSweep({ db, clock, logger }: SweepDeps, { everyMs, isDue, act, problem }: Sweep) {
  /** A no-op if the meeting is not or no longer due. */
  async function actOn(id: MeetingId, lock?: { skipLocked: true }): Promise<void> {
    await db.write(async (tx) => {
      const isStillDue = and(eq(meetings.id, id), isDue);
      const found = await tx
        .select({ id: meetings.id })
        .from(meetings)
        .where(isStillDue)
        .for('update', lock);
      if (found.length > 0) await act(tx, id);
    });
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, problem);
    }
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    const { id } = meetings;
    const due = await db.select({ id }).from(meetings).where(isDue).limit(meetingsPerSweep);
    for (const each of due) {
      if (!signal.aborted) await attempt(() => actOn(each.id, { skipLocked: true }));
    }
  }

  const sweeps = repeatEvery(clock, everyMs, (signal) => attempt(() => sweep(signal)));
  return { actOn, start: () => void sweeps.run().then(sweeps.start), stop: sweeps.stop };
}

/** By the database's clock. Closing is irreversible, and a node's clock may be wrong. */
const isOverdue = and(
  eq(meetings.status, 'live'),
  lte(meetings.endTime, sql`now()`),
  isNull(meetings.deletedAt),
);

/** `actOn` closes an overdue meeting, or waits for the sweep that is closing it. */
export function meetingClosing(deps: SweepDeps & { answersMin: number }) {
  return repeatedSweep(deps, {
    everyMs: 2000,
    isDue: isOverdue,
    async act(tx, meetingId) {
      const scores = await readScores(tx, meetingId, deps.answersMin);
      const attendance = await readAttendance(tx, meetingId, deps.answersMin);
      await deps.store.changeLocked(tx, meetingId, {
        name: 'meeting.close',
        input: {},
        actorId: null,
        context: { facts: { scores, attendance } },
      });
    },
    problem: 'meetings whose end has passed could not be closed yet',
  });
}

const { timerSince, timerEndsAt, phaseStartedAt, createdAt } = meetings;

/** A pre-filter by the database's clock. The command decides whether the phase is due. */
const mayAdvance = and(
  eq(meetings.status, 'live'),
  sql`${meetings.settings} ->> 'auto_advance' = 'true'`,
  isNull(meetings.deletedAt),
  ne(meetings.phase, sql`${phases.at(-1)}`),
  eq(timerSince, sql`coalesce(${phaseStartedAt}, ${createdAt})`),
  lte(timerEndsAt, sql`now()`),
);

export function autoAdvance(deps: SweepDeps) {
  return repeatedSweep(deps, {
    everyMs: 500,
    isDue: mayAdvance,
    act: (tx, id) =>
      deps.store.changeLocked(tx, id, { name: 'phase.advance', input: {}, actorId: null }),
    problem: 'meetings whose timer is over could not go on yet',
  });
}
