// Runs the cleanup of data that grows by itself once an hour, on whichever node comes first.
import { sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import type { Clock } from './clock.ts';
import { advisoryLocks } from './db/advisory-locks.ts';
import type { Database, Tx } from './db/database.ts';
import { count } from './metrics/measure.ts';

/** Something to clear away; done again and again, it must do nothing where there is nothing. */
export interface Job {
  name: string;
  /** True where more is left: it is run again, in a transaction of its own. */
  run(tx: Tx): Promise<boolean | void>;
}

export interface HousekeepingDeps {
  db: Database;
  clock: Clock;
  log: BaseLogger;
  /** Their order is their numbers: nodes of one version hold the same list. */
  jobs: readonly Job[];
}

const roundEvery = 3_600_000;

/** Idle until `start`. */
export function housekeeping({ db, clock, log, jobs }: HousekeepingDeps) {
  let stopped = false;
  let cancel = () => {};
  let round: Promise<void> = Promise.resolve();

  async function runAlone(job: Job, number: number): Promise<'done' | 'more' | 'elsewhere'> {
    return db.write(async (tx) => {
      // Let go with the transaction, however that ends.
      const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.housekeeping}::int, ${number}::int) as mine`;
      const found = await tx.execute<{ mine: boolean }>(lock);
      if (found.rows[0]?.mine !== true) return 'elsewhere';
      return (await job.run(tx)) === true ? 'more' : 'done';
    });
  }

  async function runRound(): Promise<void> {
    for (const [number, job] of jobs.entries()) {
      if (stopped) return;
      try {
        let result = await runAlone(job, number);
        while (result === 'more' && !stopped) result = await runAlone(job, number);
        count('housekeeping_runs', job.name, result);
      } catch (error) {
        count('housekeeping_runs', job.name, 'failed');
        log.warn({ err: error, job: job.name }, 'housekeeping failed and is tried again later');
      }
    }
  }

  function runAll(): Promise<void> {
    round = round.then(runRound);
    return round;
  }

  function plan(): void {
    if (stopped) return;
    cancel = clock.setTimer(roundEvery, () => void runAll().finally(plan));
  }

  return {
    /** Does a round every hour, the first an hour from now: a start has better things to do. */
    start: plan,
    /** Does a round, as soon as the one under way is over. */
    runAll,
    /** Begins no further job; resolves when the one under way is done. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await round;
    },
  };
}
