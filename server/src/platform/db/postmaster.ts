/**
 * The server process on a cluster: finds out whether one runs, starts one, stops it. A server
 * outlives an application that was killed, so the next start meets it and adopts it.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { sqlStateOf } from '#server/platform/db/database-errors';
import {
  clusterUser,
  makeSocketDir,
  reachableName,
  readPassword,
  type Cluster,
  type Endpoint,
} from '#server/platform/db/postgres-cluster';
import {
  holderOf,
  readPostmasterLock,
  removeStaleLock,
  removeStaleSocketLock,
} from '#server/platform/db/postmaster-lock';
import { lifeOf } from '#server/platform/db/process-life';
import { runAs, serverEnvironment } from '#server/platform/db/server-account';
import { StartupError } from '#server/platform/db/startup-error';

/** A server that answers, and the connection to its maintenance database that found it so. */
export interface Postmaster {
  pid: number;
  endpoint: Endpoint;
  password: string | undefined;
  client: pg.Client;
  adopted: boolean;
}

export interface StartOptions {
  /** Where it listened before: kept when it is started again, since pools hold it. */
  endpoint?: Endpoint | undefined;
  settings?: Readonly<Record<string, string>> | undefined;
}

/** What was found on a cluster: a server, one not ready yet, one that is mute, or none. */
type Finding = Postmaster | 'busy' | 'mute' | 'none';

const retryEvery = 250;
const patience = 15_000;
const slowestStop = 60_000;
const largestLog = 5_000_000;

const fixedSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  lc_messages: 'C',
  unix_socket_permissions: '0700',
  // Statements and the details of errors hold what people wrote: none of it goes to the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Adopts the server of this cluster or starts one, patient while a dead one's locks clear. */
export async function ensurePostmaster(cluster: Cluster, start: StartOptions): Promise<Postmaster> {
  let endpoint = start.endpoint;
  let deadline = Date.now() + patience;
  for (;;) {
    let problem = 'a PostgreSQL runs there and does not answer; stop it first';
    const finding = await findPostmaster(cluster);
    if (typeof finding === 'object') return finding;
    // Recovery after a crash, and a shutdown under way, take as long as they take.
    if (finding === 'busy') deadline = Date.now() + patience;
    if (finding === 'none') {
      endpoint ??= await chooseEndpoint(cluster);
      await removeStaleSocketLock(endpoint, cluster.dir);
      const launched = await launch(cluster, endpoint, start.settings ?? {});
      if (typeof launched === 'object') return launched;
      problem = launched;
      if (!/lock file|shared memory|still in use/.test(problem)) deadline = 0;
    }
    if (Date.now() > deadline) {
      throw new StartupError(`PostgreSQL could not be started on ${cluster.dir}:\n${problem}`);
    }
    await delay(retryEvery);
  }
}

/** Fast shutdown: transactions under way are rolled back, the rest is on the disk. */
export async function stopPostmaster(cluster: Cluster, server: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    const pgCtl = path.join(cluster.binaries.binDir, 'pg_ctl');
    await runAs(undefined, [pgCtl, 'stop', '-D', cluster.dir, '-m', 'fast'], cluster.dir);
    return;
  }
  const lock = { pid: server.pid, endpoint: server.endpoint };
  const holder = await holderOf(lock, cluster.dir);
  if (holder === 'postmaster' || holder === 'unknown') process.kill(server.pid, 'SIGINT');
  const deadline = Date.now() + slowestStop;
  while (
    (await readPostmasterLock(cluster.dir))?.pid === server.pid &&
    lifeOf(server.pid) === 'alive'
  ) {
    if (Date.now() > deadline) {
      throw new StartupError(`PostgreSQL (pid ${server.pid}) on ${cluster.dir} does not stop`);
    }
    await delay(20);
  }
  const { host } = server.endpoint;
  // Only an empty folder of ours goes: the name came out of a file the server's account can write.
  if (path.basename(host).startsWith('wentwell-')) await rmdir(host).catch(() => undefined);
}

async function findPostmaster(cluster: Cluster): Promise<Finding> {
  const lock = await readPostmasterLock(cluster.dir);
  if (lock === undefined) return 'none';
  const answer = lock.endpoint && (await connect(cluster, lock.endpoint));
  if (lock.endpoint && typeof answer === 'object') {
    const { client, password } = answer;
    if (await servesFolder(client, cluster.dir)) {
      return { pid: lock.pid, endpoint: lock.endpoint, password, client, adopted: true };
    }
    await client.end();
  }
  const holder = await holderOf(lock, cluster.dir);
  if (holder === 'postmaster') return answer === 'busy' ? 'busy' : 'mute';
  if (holder === 'stranger') await removeStaleLock(lock, cluster.dir);
  // Of an unknown holder PostgreSQL is the judge.
  return 'none';
}

/**
 * A folder copied while its server ran names the server of the original, so the one that answers
 * proves that it sees a file just made in this one.
 */
async function servesFolder(client: pg.Client, dir: string): Promise<boolean> {
  const name = `wentwell-${randomUUID()}`;
  await writeFile(path.join(dir, name), '', { flag: 'wx' });
  try {
    const sql = 'select (pg_stat_file($1, true)).size is not null as seen';
    const { rows } = await client.query<{ seen: boolean }>(sql, [name]);
    return rows[0]?.seen === true;
  } catch {
    return false;
  } finally {
    await rm(path.join(dir, name), { force: true });
  }
}

/** Starts a server in a session of its own, where a Ctrl+C in our terminal does not reach it. */
async function launch(
  cluster: Cluster,
  endpoint: Endpoint,
  extra: Readonly<Record<string, string>>,
): Promise<Postmaster | string> {
  const isSocket = cluster.transport === 'socket';
  const settings = {
    ...fixedSettings,
    port: String(endpoint.port),
    listen_addresses: isSocket ? '' : endpoint.host,
    unix_socket_directories: isSocket ? endpoint.host : '',
    ...extra,
  };
  const log = await openLog(cluster.logFile);
  const logStart = (await log.stat()).size;
  const [command, args] = commandLine(
    cluster,
    settings,
    await reachableName(cluster.account, cluster.dir),
  );
  let exited = false;
  const child = spawn(command, args, {
    ...cluster.account,
    ...serverEnvironment(),
    cwd: cluster.dir,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.once('error', () => (exited = true));
  // On Windows this is pg_ctl, which leaves when the server is up.
  child.once('exit', (code) => (exited = process.platform !== 'win32' || code !== 0));
  child.unref();
  await log.close();
  while (!exited) {
    const lock = await readPostmasterLock(cluster.dir);
    const answer = lock && (await connect(cluster, endpoint));
    if (lock && typeof answer === 'object') {
      return { pid: lock.pid, endpoint, ...answer, adopted: false };
    }
    await delay(15);
  }
  return logSince(cluster.logFile, logStart);
}

function commandLine(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  dataDir: string,
): [string, string[]] {
  const { binDir } = cluster.binaries;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (process.platform !== 'win32') {
    return [path.join(binDir, 'postgres'), ['-D', dataDir, ...options]];
  }
  // PostgreSQL refuses an administrator; pg_ctl lays those rights down first.
  const quoted = options.map((option) => `"${option}"`).join(' ');
  return [path.join(binDir, 'pg_ctl'), ['start', '-w', '-D', dataDir, '-o', quoted]];
}

async function chooseEndpoint(cluster: Cluster): Promise<Endpoint> {
  if (cluster.transport === 'socket') return { host: await makeSocketDir(cluster), port: 5432 };
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return { host: '127.0.0.1', port };
}

async function connect(
  cluster: Cluster,
  endpoint: Endpoint,
): Promise<{ client: pg.Client; password: string | undefined } | 'busy' | 'mute'> {
  const password = cluster.transport === 'tcp' ? await readPassword(cluster) : undefined;
  const client = new pg.Client({
    ...endpoint,
    password,
    user: clusterUser,
    database: 'postgres',
    application_name: `Wentwell ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // Its end is what matters to whoever holds it; an error without a listener ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, password };
  } catch (error) {
    return sqlStateOf(error) === '57P03' ? 'busy' : 'mute';
  }
}

/** Opens the server's log, which survives us, and starts a new one when it has grown large. */
async function openLog(file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(file, `${file}.1`);
  return open(file, 'a', 0o600);
}

async function logSince(file: string, start: number): Promise<string> {
  const text = (await readFile(file)).subarray(start).toString();
  return text.trim() || `it ended without a word in ${file}`;
}
