// Periodic jobs on every node that close overdue meetings and advance phases.
import type { MeetingId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { and, eq, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { readAttendance } from '#server/board/counted-retros';
import { readScores } from '#server/board/read-facts';
import type { BoardStore } from '#server/board/store';
import { type Clock, repeatEvery } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';

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
  find(): Promise<{ id: MeetingId }[]>;
  act(id: MeetingId): Promise<void>;
  /** Log message for a failed meeting. A failure does not stop the others. */
  problem: string;
}

const meetingsPerSweep = 100;

/** `everyMs` is the pause between sweeps. */
function repeatedSweep({ clock, logger }: SweepDeps, { everyMs, find, act, problem }: Sweep) {
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, problem);
    }
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    for (const { id } of await find()) {
      if (!signal.aborted) await attempt(() => act(id));
    }
  }

  const sweeps = repeatEvery(clock, everyMs, (signal) => attempt(() => sweep(signal)));
  return {
    start: () => void sweeps.run().then(sweeps.start),
    stop: sweeps.stop,
  };
}

export function meetingClosing(deps: SweepDeps & { answersMin: number }) {
  const { db, store } = deps;

  /** By the database's clock. Closing is irreversible, and a node's clock may be wrong. */
  function isOverdue(): SQL | undefined {
    const hasEnded = lte(meetings.endTime, sql`now()`);
    return and(eq(meetings.status, 'live'), hasEnded, isNull(meetings.deletedAt));
  }

  /** A no-op unless the meeting is overdue. */
  async function close(meetingId: MeetingId, lock?: { skipLocked: true }): Promise<void> {
    await db.write(async (tx) => {
      const [meeting] = await tx
        .select({ id: meetings.id })
        .from(meetings)
        .where(and(eq(meetings.id, meetingId), isOverdue()))
        .for('update', lock);
      if (!meeting) return;
      const scores = await readScores(tx, meetingId, deps.answersMin);
      const attendance = await readAttendance(tx, meetingId, deps.answersMin);
      await store.changeLocked(tx, meetingId, {
        name: 'meeting.close',
        input: {},
        actorId: null,
        context: { facts: { scores, attendance } },
      });
    });
  }

  const { start, stop } = repeatedSweep(deps, {
    everyMs: 2000,
    find: () =>
      db.select({ id: meetings.id }).from(meetings).where(isOverdue()).limit(meetingsPerSweep),
    act: (id) => close(id, { skipLocked: true }),
    problem: 'meetings whose end has passed could not be closed yet',
  });

  return {
    /** Closes the meeting, or waits for the sweep that is closing it. */
    closeOverdue: (meetingId: MeetingId) => close(meetingId),

    start,
    stop,
  };
}

const { timerSince, timerEndsAt, phaseStartedAt, createdAt } = meetings;
const phaseSince = sql`coalesce(${phaseStartedAt}, ${createdAt})`;

/** A pre-filter by the database's clock. The command decides whether the phase is due. */
function mayBeDue(): SQL | undefined {
  return and(
    eq(meetings.status, 'live'),
    sql`${meetings.settings} ->> 'auto_advance' = 'true'`,
    isNull(meetings.deletedAt),
    ne(meetings.phase, sql`${phases.at(-1)}`),
    eq(timerSince, phaseSince),
    lte(timerEndsAt, sql`now()`),
  );
}

export function autoAdvance(deps: SweepDeps) {
  const { db, store } = deps;

  /** A no-op if the timer, phase or settings changed meanwhile. */
  async function advance(meetingId: MeetingId): Promise<void> {
    await db.write(async (tx) => {
      const [found] = await tx
        .select({ id: meetings.id })
        .from(meetings)
        .where(and(eq(meetings.id, meetingId), mayBeDue()))
        .for('update', { skipLocked: true });
      if (!found) return;
      await store.changeLocked(tx, meetingId, { name: 'phase.advance', input: {}, actorId: null });
    });
  }

  return repeatedSweep(deps, {
    everyMs: 500,
    find: () =>
      db.select({ id: meetings.id }).from(meetings).where(mayBeDue()).limit(meetingsPerSweep),
    act: advance,
    problem: 'meetings whose timer is over could not go on yet',
  });
}
