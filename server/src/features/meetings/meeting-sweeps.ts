// Ends and advances meetings when their time has come, on every node.
import type { MeetingId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { and, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';

import { isLeftToEnd, readScores } from '#server/board/read-facts';
import type { BoardStore } from '#server/board/store';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';

import { meetings } from './meetings.table.ts';

interface SweepDeps {
  db: Database;
  store: BoardStore;
  /** For the pace of the sweeps alone. */
  clock: Clock;
  logger: BaseLogger;
}

interface Sweep {
  everyMs: number;
  find(): Promise<{ id: MeetingId }[]>;
  act(id: MeetingId): Promise<void>;
  /** The warning about a meeting that failed. One that fails holds up no other. */
  problem: string;
}

const meetingsPerSweep = 100;

/** `everyMs` pass between the end of a sweep and the next. */
function repeatedSweep({ clock, logger }: SweepDeps, { everyMs, find, act, problem }: Sweep) {
  let stopped = false;
  let cancel = () => {};
  let sweeping: Promise<void> = Promise.resolve();

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, problem);
    }
  }

  async function sweep(): Promise<void> {
    for (const { id } of await find()) {
      if (!stopped) await attempt(() => act(id));
    }
  }

  function run(): void {
    sweeping = attempt(sweep).finally(() => {
      if (!stopped) cancel = clock.setTimer(everyMs, run);
    });
  }

  return {
    /** Runs the first one now. */
    start: run,
    /** Resolves when the sweep under way has ended. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await sweeping;
    },
  };
}

export function meetingClosing(deps: SweepDeps & { answersMin: number }) {
  const { db, store } = deps;

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
        context: { facts: { scores: await readScores(tx, meetingId, deps.answersMin) } },
      });
    });
  }

  function living(which: SQL | undefined) {
    return db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isNull(meetings.deletedAt), which));
  }

  const { start, stop } = repeatedSweep(deps, {
    everyMs: 2000,
    // Two looks, each with an index of its own: asked for either at once, PostgreSQL reads every meeting.
    find: () => unionAll(living(isOverdue()), living(isLeftToEnd)).limit(meetingsPerSweep),
    act: (id) => close(id, { skipLocked: true }),
    problem: 'meetings whose end has passed could not be closed yet',
  });

  return {
    /** Closes a meeting before it is shown, or waits for the sweep that is closing it. */
    closeOverdue: (meetingId: MeetingId) => close(meetingId),

    start,
    stop,
  };
}

const { timerSince, timerEndsAt, phaseStartedAt, phaseMinutes, createdAt } = meetings;
const phaseSince = sql`coalesce(${phaseStartedAt}, ${createdAt})`;

/** That may be due, by the database's clock; whether it is, the command decides. */
function mayBeDue(): SQL | undefined {
  const ofPhase = and(eq(timerSince, phaseSince), lte(timerEndsAt, sql`now()`));
  const minutesEnd = sql`${phaseStartedAt} + make_interval(mins => ${phaseMinutes})`;
  const ofEarlierVersion = and(
    sql`${timerSince} is distinct from ${phaseSince}`,
    lte(minutesEnd, sql`now()`),
  );
  return and(
    eq(meetings.status, 'live'),
    sql`${meetings.settings} ->> 'auto_advance' = 'true'`,
    isNull(meetings.deletedAt),
    ne(meetings.phase, sql`${phases.at(-1)}`),
    or(ofPhase, ofEarlierVersion),
  );
}

export function autoAdvance(deps: SweepDeps) {
  const { db, store } = deps;

  /** Does nothing where the owner has changed the timer, the phase or the settings meanwhile. */
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
