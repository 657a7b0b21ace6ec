/**
 * One application at a time on an embedded database: a lock of the session that the server itself
 * lets go when the process dies, however it dies, so nothing stale can be left behind.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import { lifeOf } from '#server/platform/db/process-life';
import { StartupError } from '#server/platform/db/startup-error';

/** Another application has the folder's database open. */
export class FolderInUse extends StartupError {
  override name = 'FolderInUse';
}

const retryEvery = 100;
const timeoutMs = 15_000;

/** Acquires the lock on this connection. Throws a StartupError that names the process which holds it. */
export async function takeApplicationLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const sql = 'select pg_try_advisory_lock($1) as taken';
    const { rows } = await client.query<{ taken: boolean }>(sql, [advisoryLocks.application]);
    if (rows[0]?.taken === true) return;
    const pid = await holderPid(client);
    // The server needs a moment to notice that a killed application is gone.
    if ((pid !== undefined && lifeOf(pid) === 'alive') || Date.now() > deadline) {
      throw new FolderInUse(
        `another Wentwell is using ${dataDir}, pid ${pid ?? 'unknown'}: ` +
          'stop it first, or give this one a DATA_DIR of its own',
      );
    }
    await delay(retryEvery);
  }
}

async function holderPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objid = $1::bigint::oid`,
    [advisoryLocks.application],
  );
  const pid = /^Wentwell (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}
