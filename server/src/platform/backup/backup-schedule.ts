// Scheduled backups. One node runs each backup when it is due.
import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { type Clock, repeatEvery } from '#server/platform/clock';
import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection, Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { count } from '#server/platform/metrics/measure';

import { accountsOf } from './accounts.ts';
import { closeBackupConnection, openBackupConnection } from './backup-connection.ts';
import { backupName, pruneBackups } from './backup-folder.ts';
import { backupRuns } from './backup-runs.table.ts';
import { byHand } from './last-backups.ts';
import { makeBackup } from './make-backup.ts';

export interface BackupScheduleOptions {
  connection: DatabaseConnection;
  clock: Clock;
  log: BaseLogger;
  /** The node's own folder, or one shared by all nodes. */
  folder: string;
  keep: number;
  /** Interval in ms, and its offset from midnight UTC. */
  everyMs: number;
  fromMs: number;
  node: string;
}

const checkEveryMs = 300_000;
const retryAfterMs = 3_600_000;
/** For the short queries around a backup. */
const queryTimeoutMs = 60_000;
/** Number of runs to keep. */
const keptRuns = 500;
const Present = z.object({ now: z.coerce.date() });
const Lock = z.object({ mine: z.boolean() });

/** Does nothing until `start`. Retries failures after an hour. */
export function backupSchedule(options: BackupScheduleOptions) {
  const { connection, clock, log, folder, keep, everyMs, fromMs, node } = options;

  async function backUpIfDue(signal: AbortSignal): Promise<void> {
    let client: pg.Client | undefined;
    try {
      client = await openBackupConnection(connection, { signal, queryTimeoutMs });
      // A session lock: a transaction would block vacuum during the backup.
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [
        advisoryLocks.backup,
      ]);
      if (!Lock.parse(rows[0]).mine) return;
      const db = drizzle(client, { casing: 'snake_case' });
      if ((await isDue(db)) && (await accountsOf(db)).count > 0) await backUp(db, signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'whether a backup is due is not known');
    } finally {
      if (client) await closeBackupConnection(client);
    }
  }

  /** Uses the database's clock, which all nodes share. */
  async function isDue(db: Queries): Promise<boolean> {
    const { now } = Present.parse((await db.execute(sql`select now() as now`)).rows[0]);
    const dueSince = new Date(Math.floor((now.getTime() - fromMs) / everyMs) * everyMs + fromMs);
    const [last] = await db
      .select()
      .from(backupRuns)
      .where(and(isNotNull(backupRuns.endedAt), ne(backupRuns.node, byHand)))
      .orderBy(desc(backupRuns.startedAt))
      .limit(1);
    if (!last || last.startedAt < dueSince) return true;
    return last.failure !== null && now.getTime() - last.startedAt.getTime() >= retryAfterMs;
  }

  async function backUp(db: Queries, signal: AbortSignal): Promise<void> {
    const id = randomUUID();
    const isThisRun = eq(backupRuns.id, id);
    await db.insert(backupRuns).values({ id, node });
    try {
      const target = path.join(folder, backupName(new Date()));
      const made = await makeBackup(connection, target, { signal });
      const { file, bytes, leftOut } = made;
      await db.update(backupRuns).set({ file, bytes, endedAt: databaseNow }).where(isThisRun);
      const { deleted, problems } = await pruneBackups(made, keep);
      if (problems.length > 0) log.warn({ folder, problems }, 'not all old backups were deleted');
      log.info({ file, bytes, deleted, ...(leftOut.length > 0 && { leftOut }) }, 'backed up');
      count('housekeeping_runs', 'backup', 'done');
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'no backup could be made: it is tried again in an hour');
      count('housekeeping_runs', 'backup', 'failed');
      const failure = error instanceof Error ? error.message : String(error);
      await db.update(backupRuns).set({ failure, endedAt: databaseNow }).where(isThisRun);
    }
    await db.execute(sql`delete from backup_runs where id in (
      select id from backup_runs order by started_at desc offset ${keptRuns}::int)`);
  }

  const { start, run, stop } = repeatEvery(clock, checkEveryMs, backUpIfDue);
  return {
    /** Checks every five minutes whether a backup is due. */
    start,
    /** Runs a backup if one is due, no other node runs it, and there are accounts. */
    runDue: run,
    /** Aborts the running backup and removes its file. Another node then makes it. */
    stop,
  };
}
