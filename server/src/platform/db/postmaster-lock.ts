/** PostgreSQL's postmaster.pid: its process and address, and whether that process is still the server. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';

type ProcessLife = 'alive' | 'dead' | 'gone';

/** `dead` is a zombie: the process has ended, but its parent has not reaped it, so its id is not reused. */
export function processStateOf(pid: number): ProcessLife {
  if (!Number.isInteger(pid) || pid <= 0) return 'gone';
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isForeignProcess = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isForeignProcess) return 'gone';
  }
  return isZombie(pid) ? 'dead' : 'alive';
}

/** In a container whose init process does not reap, zombies keep their ids forever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The server's address. `host` is the folder of the socket. */
export interface Endpoint {
  host: string;
  port: number;
}

interface PostmasterLock {
  pid: number;
  /** Contains no process id, after a full disk or a system crash. */
  isDamaged: boolean;
  /** Missing until the server listens. */
  endpoint: Endpoint | undefined;
  /** Shutting down: the server rejects new connections and ends once the open ones are closed. */
  isStopping: boolean;
}

type LockHolder = 'postmaster' | 'stranger' | 'nobody' | 'unknown';

/** The lock of a cluster folder. Undefined after a clean shutdown. */
export async function readPostmasterLock(dir: string): Promise<PostmasterLock | undefined> {
  const text = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port, socketDir, address, , state] = text.split('\n').map((line) => line.trim());
  const host = socketDir || address;
  return {
    pid: Number(pid),
    isDamaged: !/^-?[1-9]\d*$/.test(pid ?? ''),
    endpoint: host && port ? { host, port: Number(port) } : undefined,
    isStopping: state === 'stopping',
  };
}

/** Distinguishes a live server of this folder from another process with the same id. */
export async function holderOf(
  lock: Pick<PostmasterLock, 'pid'>,
  dir: string,
): Promise<LockHolder> {
  const life = processStateOf(lock.pid);
  if (life === 'gone') return 'nobody';
  // PostgreSQL itself would treat a zombie as alive.
  if (life === 'dead') return 'stranger';
  if (process.platform === 'linux') {
    try {
      // A postmaster's working directory is its data folder; the kernel follows renames.
      const workingDir = await readlink(`/proc/${lock.pid}/cwd`);
      return workingDir === (await realpath(dir)) ? 'postmaster' : 'stranger';
    } catch {
      return 'unknown';
    }
  }
  return holderByCommand(lock.pid);
}

/** Removes the lock of a dead server whose process id now belongs to another process. */
export async function removeStaleLock(
  lock: Pick<PostmasterLock, 'pid'>,
  dir: string,
): Promise<void> {
  // Another process may have started a server meanwhile, whose lock is valid.
  if ((await readPostmasterLock(dir))?.pid !== lock.pid) return;
  // PostgreSQL also checks the folder's shared memory, so surviving backends stay protected.
  await rm(path.join(dir, 'postmaster.pid'), { force: true });
}

/** Removes a damaged lock if no server uses the folder. Returns the reason if the lock stays. */
export async function removeDamagedLock(
  dir: string,
): Promise<{ refusal: string; isFinal: boolean } | undefined> {
  const file = path.join(dir, 'postmaster.pid');
  const pid = await workerIn(dir);
  if (pid === undefined) {
    // A server started meanwhile has written a valid lock.
    if ((await readPostmasterLock(dir))?.isDamaged) await rm(file, { force: true });
    return undefined;
  }
  const what =
    pid === 'unknown'
      ? `make sure that no PostgreSQL runs on this folder, then remove that file`
      : `a process (pid ${pid}) works in this folder: stop it with "kill -INT ${pid}", then start again`;
  return { refusal: `${file} is damaged; ${what}`, isFinal: false };
}

/** Finds a process with this working directory. Every PostgreSQL process works in its data folder. */
async function workerIn(dir: string): Promise<number | 'unknown' | undefined> {
  if (process.platform !== 'linux') return 'unknown';
  const dataDir = await realpath(dir);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const workingDir = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (workingDir === dataDir && processStateOf(Number(name)) === 'alive') return Number(name);
  }
  return undefined;
}

/** Removes a socket lock of a dead server or a copied folder, unless a live server holds it. */
export async function removeStaleSocketLock(endpoint: Endpoint, dir: string): Promise<void> {
  if (!path.isAbsolute(endpoint.host)) return;
  const file = path.join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const holder = await holderOf({ pid: Number.parseInt(text, 10) }, dir);
  if (holder === 'stranger') await rm(file, { force: true });
}

function holderByCommand(pid: number): Promise<LockHolder> {
  return new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'command='], (error, stdout) => {
      if (error !== null) resolve('unknown');
      else resolve(stdout.includes('postgres') ? 'postmaster' : 'stranger');
    });
  });
}
