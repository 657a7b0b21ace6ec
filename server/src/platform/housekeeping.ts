// Runs hourly cleanup jobs, each on the first node that takes its lock.
import { sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { type Clock, repeatEvery } from './clock.ts';
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
  async function runAlone(job: Job, number: number): Promise<'done' | 'more' | 'elsewhere'> {
    return db.write(async (tx) => {
      // The lock is released with the transaction.
      const lock = sql`select pg_try_advisory_xact_lock(${advisoryLocks.housekeeping}::int, ${number}::int) as mine`;
      const found = await tx.execute<{ mine: boolean }>(lock);
      if (found.rows[0]?.mine !== true) return 'elsewhere';
      return (await job.run(tx)) === true ? 'more' : 'done';
    });
  }

  async function runRound(signal: AbortSignal): Promise<void> {
    for (const [number, job] of jobs.entries()) {
      if (signal.aborted) return;
      try {
        let result = await runAlone(job, number);
        while (result === 'more' && !signal.aborted) result = await runAlone(job, number);
        count('housekeeping_runs', job.name, result);
      } catch (error) {
        count('housekeeping_runs', job.name, 'failed');
        log.warn({ err: error, job: job.name }, 'housekeeping failed and is tried again later');
      }
    }
  }

  const rounds = repeatEvery(clock, roundEvery, runRound);
  return {
    /** Runs a round every hour. The first starts after an hour, to keep startup fast. */
    start: rounds.start,
    runAll: rounds.run,
    /** Starts no further job. Resolves when the current one has finished. */
    stop: rounds.stop,
  };
}
