/** The embedded database: PostgreSQL in the data folder (docs/decisions/0003-embedded-postgresql.md). */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';
import type { BaseLogger } from 'pino';

import { describeDiskError } from '#server/platform/error-words';

import { advisoryLocks } from './advisory-locks.ts';
import { StartupError } from './database-errors.ts';
import { clusterUser, hasCluster, openCluster } from './postgres-cluster.ts';
import { type Endpoint, processStateOf, readPostmasterLock } from './postmaster-lock.ts';
import { isDiskFull } from './postmaster-log.ts';
import {
  ensurePostmaster,
  interruptPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts';

/** Another application is using the folder's database. */
class FolderInUse extends StartupError {
  override name = 'FolderInUse';
}

const retryEvery = 100;
const timeoutMs = 15_000;

/** A session lock, released even if this process is killed. Throws a StartupError that names the holder. */
async function acquireApplicationLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const sql = 'select pg_try_advisory_lock($1) as taken';
    const { rows } = await client.query<{ taken: boolean }>(sql, [advisoryLocks.application]);
    if (rows[0]?.taken === true) return;
    const pid = await holderPid(client);
    // The server needs a moment to notice that an application was killed.
    if ((pid !== undefined && processStateOf(pid) === 'alive') || Date.now() > deadline) {
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

/** Wraps known errors of the data folder in a StartupError. Returns other errors unchanged. */
function explainFileError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return error;
  const sentence = describeDiskError(error);
  // A missing file may also be a program.
  if (sentence === null || error.code === 'ENOENT') return error;
  const place = String(error.path);
  const where = place === dataDir ? dataDir : `${dataDir} (${place})`;
  const text = `the data folder ${where} cannot be used: ${sentence}. Mend that, or set DATA_DIR to another folder`;
  return new StartupError(text, { cause: error });
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: BaseLogger;
  /** Overrides our PostgreSQL settings. Only tests use it, to disable durability. */
  settings?: Readonly<Record<string, string>>;
  /** Aborts the start. */
  signal?: AbortSignal;
  /** Called when the server was launched and is starting. Not called if it already runs. */
  onLaunched?: () => void;
  /** How long to wait for a server that rejects connections, in ms. Tests use a shorter time. */
  timeoutMs?: number;
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Why the server would not accept writes, checked from outside. Null if no problem is visible. */
  problem(): Promise<string | null>;
  /** Stops the server after a checkpoint. Does not reject if it has already stopped. */
  stop(): Promise<void>;
}

export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

const applicationDatabase = 'wentwell';

/** Minimum and maximum pause between restart attempts, in ms. */
const minRestartDelayMs = 250;
const maxRestartDelayMs = 10_000;
/** Interval for checking whether another process has requested a shutdown, in ms. */
const shutdownCheckMs = 2000;

/** Opens the embedded database of a data folder. Throws a StartupError on failure. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  try {
    return await startIn(dataDir, options);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

async function startIn(
  dataDir: string,
  { log, settings, timeoutMs, onLaunched, signal: startSignal }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir);
  const stopSignal = new AbortController();
  const signals = startSignal ? [startSignal, stopSignal.signal] : [stopSignal.signal];
  const signal = AbortSignal.any(signals);
  let endpoint: Endpoint | undefined;
  let server = await startServer();
  let isUp = true;
  let stopping: Promise<void> | undefined;
  let restarting = Promise.resolve();
  watch();

  async function startServer(): Promise<Postmaster> {
    const start = { endpoint, settings, timeoutMs, onLaunched, signal };
    const found = await ensurePostmaster(cluster, start);
    try {
      await acquireApplicationLock(found.client, dataDir);
      await createDatabase(found);
    } catch (error) {
      // Another application may use this server, so it is not stopped.
      await found.client.end();
      throw error;
    }
    endpoint = found.endpoint;
    const how = found.adopted ? 'PostgreSQL was running and is adopted' : 'PostgreSQL is started';
    log.info({ postgresPid: found.pid, version: cluster.binaries.major }, how);
    return found;
  }

  /** The end of the connection that holds the lock means that the server has ended, so it is restarted. */
  function watch(): void {
    const shutdownCheck = setInterval(() => void endIfStopping(server), shutdownCheckMs).unref();
    server.client.once('end', () => {
      clearInterval(shutdownCheck);
      if (stopping !== undefined) return;
      isUp = false;
      log.error('the embedded PostgreSQL went away and is started again');
      restarting = restart();
    });
  }

  /** A stopping server waits for our connection and rejects new ones, so it is interrupted and restarted. */
  async function endIfStopping({ pid }: Postmaster): Promise<void> {
    const lock = await readPostmasterLock(cluster.dir);
    if (stopping !== undefined || lock?.pid !== pid || !lock.isStopping) return;
    log.warn('the embedded PostgreSQL was told to stop while it is in use');
    // It may have ended in the meantime.
    await interruptPostmaster(cluster, { pid }).catch(() => undefined);
  }

  /** Retries forever: a full disk may get space again without an operator's action. */
  async function restart(): Promise<void> {
    let lastReported = '';
    let pause = minRestartDelayMs;
    while (!signal.aborted) {
      try {
        server = await startServer();
        isUp = true;
        watch();
        return;
      } catch (error) {
        const explained = explainFileError(error, dataDir);
        const reason = explained instanceof Error ? explained.message : String(explained);
        // Logs each reason only once.
        if (reason !== lastReported && !signal.aborted) {
          log.error({ err: explained }, 'the embedded PostgreSQL cannot be started yet: trying on');
        }
        lastReported = reason;
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, maxRestartDelayMs);
    }
  }

  async function stop(): Promise<void> {
    stopSignal.abort();
    await restarting;
    await stopPostmaster(cluster, server);
    await server.client.end();
  }

  return {
    connection: connectionTo(server.endpoint),
    async problem() {
      if (!isUp) return 'database away';
      return (await isDiskFull(cluster.dir)) ? 'disk full' : null;
    },
    stop: () => (stopping ??= stop()),
  };
}

/** Opens the database for a command: next to a running application, or alone. Does not create it. */
export async function joinEmbeddedPostgres(
  options: Pick<EmbeddedPostgresOptions, 'dataDir' | 'log'>,
): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  if (!(await hasCluster(dataDir))) {
    throw new StartupError(
      `there is no database in ${dataDir} yet: npm start makes it; or set DATA_DIR or DATABASE_URL`,
    );
  }
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    const dir = path.join(dataDir, 'postgres');
    const endpoint =
      error instanceof FolderInUse ? (await readPostmasterLock(dir))?.endpoint : undefined;
    if (!endpoint) throw error;
    return {
      connection: connectionTo(endpoint),
      problem: () => Promise.resolve(null),
      stop: () => Promise.resolve(),
    };
  }
}

function connectionTo(endpoint: Endpoint): EmbeddedConnection {
  return { ...endpoint, user: clusterUser, database: applicationDatabase };
}

async function createDatabase({ client }: Postmaster): Promise<void> {
  const sql = 'select 1 from pg_database where datname = $1';
  const { rowCount } = await client.query(sql, [applicationDatabase]);
  if (rowCount === 0) await client.query(`create database ${applicationDatabase}`);
}
