// Runs hourly cleanup jobs, each on the first node that takes its lock.
import { sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import type { Clock } from './clock.ts';
import { advisoryLocks } from './db/advisory-locks.ts';
import type { Database, Tx } from './db/database.ts';
import { count } from './metrics/measure.ts';

/** A cleanup job. Must be idempotent. */
export interface Job {
  name: string;
  /** Resolves to true if more work is left. It then runs again in a new transaction. */
  run(tx: Tx): Promise<boolean | void>;
}

export interface HousekeepingDeps {
  db: Database;
  clock: Clock;
  log: BaseLogger;
  /** The index is the job's lock number, so all nodes of one version must have the same list. */
  jobs: readonly Job[];
}

const roundEvery = 3_600_000;

/** Does nothing until `start`. */
export function housekeeping({ db, clock, log, jobs }: HousekeepingDeps) {
  let stopped = false;
  let cancel = () => {};
  let round: Promise<void> = Promise.resolve();

  async function runAlone(job: Job, number: number): Promise<'done' | 'more' | 'elsewhere'> {
    return db.write(async (tx) => {
      // The lock is released with the transaction.
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
    /** Runs a round every hour. The first starts after an hour, to keep startup fast. */
    start: plan,
    /** Runs a round after the current one. */
    runAll,
    /** Starts no further job. Resolves when the current one has finished. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await round;
    },
  };
}
