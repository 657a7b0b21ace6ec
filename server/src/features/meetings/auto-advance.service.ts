// Goes on to the next phase when a timer is over and the meeting's settings say so, whether anybody is connected or not
// (docs/retro.md R-76). The row lock makes one node do it; the others find it done.
import type { MeetingId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { and, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import type { BoardStore } from '#server/board/store';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';

import { repeatedSweep } from './meeting-sweep.ts';
import { meetings } from './meetings.table.ts';

export interface AutoAdvanceDeps {
  db: Database;
  store: BoardStore;
  /** For the pace of the sweeps alone. */
  clock: Clock;
  logger: BaseLogger;
}

/** So that no page waits at zero for longer than a second. */
const sweepEveryMs = 500;
const meetingsPerSweep = 100;

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

export function autoAdvance({ db, store, clock, logger }: AutoAdvanceDeps) {
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

  /** One board that cannot go on holds up no other. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'meetings whose timer is over could not go on yet');
    }
  }

  async function advanceAll(): Promise<void> {
    const due = await db
      .select({ id: meetings.id })
      .from(meetings)
      .where(mayBeDue())
      .limit(meetingsPerSweep);
    for (const { id } of due) {
      if (!sweeps.isStopped()) await attempt(() => advance(id));
    }
  }

  const sweeps = repeatedSweep(clock, sweepEveryMs, () => attempt(advanceAll));
  return sweeps;
}
