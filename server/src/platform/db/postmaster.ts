/** Finds, starts and stops a cluster's server process. Adopts one that outlived a killed application. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { StartupError, sqlStateOf } from './database-errors.ts';
import { makeSocketDir, reachableName, type Cluster, clusterUser } from './postgres-cluster.ts';
import {
  type Endpoint,
  holderOf,
  readPostmasterLock,
  removeDamagedLock,
  removeStaleLock,
  removeStaleSocketLock,
  processStateOf,
} from './postmaster-lock.ts';
import { explainOutput, readLogFrom, openLog } from './postmaster-log.ts';
import { serverEnvironment } from './server-account.ts';

/** A live server that cannot be used, and the reason. */
interface ServerRefusal {
  refusal: string;
  /** Waiting will not help. */
  isFinal: boolean;
}

const connectTimeout = 5000;
const queryTimeout = 60_000;

/** Connects to the maintenance database as superuser. */
async function connectTo(endpoint: Endpoint): Promise<pg.Client | ServerRefusal | 'busy'> {
  const client = new pg.Client({
    ...endpoint,
    user: clusterUser,
    database: 'postgres',
    application_name: `Wentwell ${process.pid}`,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
  });
  // Callers watch for `end`. An unhandled error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === '57P03') return 'busy';
    // Class 28 concerns authorization, 3D the database. Waiting changes neither.
    const isFinal = /^(28|3D)/.test(state ?? '');
    return { refusal: error instanceof Error ? error.message : String(error), isFinal };
  }
}

/** The reason from a failed connection, or "does not listen" without an answer. */
function refusalOf(answer: pg.Client | ServerRefusal | 'busy' | undefined): ServerRefusal {
  if (typeof answer === 'object' && 'refusal' in answer) return answer;
  return { refusal: 'it does not listen', isFinal: false };
}

/** A copied folder names the original's server. The server must see a new file in this folder. */
async function servesFolder(client: pg.Client, dir: string): Promise<boolean> {
  const name = `wentwell-${randomUUID()}`;
  await writeFile(path.join(dir, name), '', { flag: 'wx' });
  try {
    const sql = 'select (pg_stat_file($1, true)).size is not null as seen';
    const query = { text: sql, values: [name], query_timeout: connectTimeout };
    const { rows } = await client.query<{ seen: boolean }>(query);
    return rows[0]?.seen === true;
  } catch {
    return false;
  } finally {
    await rm(path.join(dir, name), { force: true });
  }
}

/** A server that answers, with an open connection to its maintenance database. */
export interface Postmaster {
  pid: number;
  endpoint: Endpoint;
  client: pg.Client;
  adopted: boolean;
}

export interface StartOptions {
  /** The previous address, which a restart must keep because pools use it. */
  endpoint?: Endpoint | undefined;
  settings?: Readonly<Record<string, string>> | undefined;
  /** Stops waiting, and ends a launched server that does not answer yet. */
  signal?: AbortSignal | undefined;
  /** How long to retry a server that rejects connections, in ms. */
  timeoutMs?: number | undefined;
  /** Called after a server was launched that does not answer yet. */
  onLaunched?: (() => void) | undefined;
}

/** The state of a cluster: running, busy starting or stopping, rejecting, or none. */
type Finding = Postmaster | ServerRefusal | 'busy' | 'none';

const retryEvery = 250;
const defaultTimeoutMs = 15_000;
/** How long a launched server may not answer. Recovery after a crash does not count. */
const launchTimeoutMs = 60_000;
const stopTimeoutMs = 60_000;
const endTimeout = 5000;

const fixedSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  lc_messages: 'C',
  unix_socket_permissions: '0700',
  // Statements and error details contain user text, which must not be logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Adopts or starts the cluster's server. Retries while a dead server's locks clear. */
export async function ensurePostmaster(cluster: Cluster, start: StartOptions): Promise<Postmaster> {
  const timeoutMs = start.timeoutMs ?? defaultTimeoutMs;
  let deadline = Date.now() + timeoutMs;
  for (;;) {
    start.signal?.throwIfAborted();
    let problem = '';
    const finding = await findPostmaster(cluster);
    if (typeof finding === 'object' && 'client' in finding) return finding;
    // Recovery and shutdown have no time limit.
    if (finding === 'busy') deadline = Date.now() + timeoutMs;
    if (typeof finding === 'object') problem = finding.refusal;
    if (finding === 'none') {
      const launched = await launch(cluster, start);
      if (typeof launched === 'object') return launched;
      problem = launched;
      if (!isTransient(problem)) deadline = 0;
    }
    if (Date.now() > deadline) {
      throw new StartupError(
        `PostgreSQL could not be started on ${cluster.dir}: ${await explainOutput(problem, cluster.dir)}`,
      );
    }
    await delay(retryEvery, undefined, { signal: start.signal });
  }
}

/** Remains of a server that has just died, which disappear soon. */
function isTransient(problem: string): boolean {
  return /lock file|shared memory|still in use/.test(problem) && !/No space left/.test(problem);
}

/** Requests a fast shutdown: open transactions are rolled back, committed data is flushed. */
export async function interruptPostmaster(
  cluster: Cluster,
  server: Pick<Postmaster, 'pid'>,
): Promise<void> {
  const holder = await holderOf(server, cluster.dir);
  if (holder === 'postmaster' || holder === 'unknown') process.kill(server.pid, 'SIGINT');
}

export async function stopPostmaster(cluster: Cluster, server: Postmaster): Promise<void> {
  await interruptPostmaster(cluster, server);
  const deadline = Date.now() + stopTimeoutMs;
  while (
    (await readPostmasterLock(cluster.dir))?.pid === server.pid &&
    processStateOf(server.pid) === 'alive'
  ) {
    if (Date.now() > deadline) {
      throw new StartupError(`PostgreSQL (pid ${server.pid}) on ${cluster.dir} does not stop`);
    }
    await delay(20);
  }
  const { host } = server.endpoint;
  // Removes only an empty folder with our prefix, because the server's account can write the file with the name.
  if (path.basename(host).startsWith('wentwell-')) await rmdir(host).catch(() => undefined);
}

async function findPostmaster(cluster: Cluster): Promise<Finding> {
  const lock = await readPostmasterLock(cluster.dir);
  if (lock === undefined) return 'none';
  if (lock.isDamaged) return (await removeDamagedLock(cluster.dir)) ?? 'none';
  const answer = lock.endpoint && (await connectTo(lock.endpoint));
  if (lock.endpoint && answer instanceof pg.Client) {
    if (await servesFolder(answer, cluster.dir)) {
      return { pid: lock.pid, endpoint: lock.endpoint, client: answer, adopted: true };
    }
    await answer.end();
  }
  const holder = await holderOf(lock, cluster.dir);
  if (holder === 'postmaster') {
    if (answer === 'busy') return 'busy';
    const { refusal: why } = refusalOf(answer);
    const refusal = `one runs there already (pid ${lock.pid}) and refuses us (${why}): stop it with "kill -INT ${lock.pid}", then start again`;
    return { refusal, isFinal: false };
  }
  if (holder === 'stranger') await removeStaleLock(lock, cluster.dir);
  // For an unknown holder, PostgreSQL itself decides.
  return 'none';
}

/** Starts a server in its own session, so that Ctrl+C in the terminal does not reach it. */
async function launch(cluster: Cluster, start: StartOptions): Promise<Postmaster | string> {
  // Recreated each time, because a cleanup of temporary files may have removed it.
  const host = await makeSocketDir(cluster);
  const endpoint = start.endpoint ?? { host, port: Number(start.settings?.['port'] ?? 5432) };
  await removeStaleSocketLock(endpoint, cluster.dir);
  const settings = {
    ...fixedSettings,
    port: String(endpoint.port),
    listen_addresses: '',
    unix_socket_directories: endpoint.host,
    ...start.settings,
  };
  const log = await openLog(cluster.logFile, cluster.account);
  const logStart = (await log.stat()).size;
  const dataDir = await reachableName(cluster.account, cluster.dir);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let exited = false;
  const child = spawn(path.join(cluster.binaries.binDir, 'postgres'), ['-D', dataDir, ...options], {
    ...cluster.account,
    env: serverEnvironment,
    cwd: cluster.dir,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.once('error', () => (exited = true));
  child.once('exit', () => (exited = true));
  child.unref();
  start.onLaunched?.();
  await log.close();
  let deadline = Date.now() + launchTimeoutMs;
  while (!exited) {
    const lock = await readPostmasterLock(cluster.dir);
    const answer = lock && (await connectTo(endpoint));
    if (lock && answer instanceof pg.Client) {
      return { pid: lock.pid, endpoint, client: answer, adopted: false };
    }
    if (answer === 'busy') deadline = Date.now() + launchTimeoutMs;
    const { refusal, isFinal } = refusalOf(answer);
    if (isFinal || Date.now() > deadline || start.signal?.aborted) {
      await endLaunched(child);
      start.signal?.throwIfAborted();
      return `it was started and refuses us (${refusal})`;
    }
    await delay(15);
  }
  return readLogFrom(cluster.logFile, logStart);
}

/** Ends a launched server that has no clients yet. */
async function endLaunched(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  const deadline = Date.now() + endTimeout;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    await delay(20);
  }
}
