/** PostgreSQL's postmaster.pid: the process it names, its address, and whether that is still the server. */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Endpoint } from '#server/platform/db/postgres-cluster';
import { lifeOf } from '#server/platform/db/process-life';

export interface PostmasterLock {
  pid: number;
  /** It names no process: a full disk or a crash of the machine left it empty or garbled. */
  isDamaged: boolean;
  /** Missing until the server listens. */
  endpoint: Endpoint | undefined;
  /** It is shutting down: it refuses new connections, and ends when the open ones are closed. */
  isStopping: boolean;
}

export type LockHolder = 'postmaster' | 'stranger' | 'nobody' | 'unknown';

/** The lock of a cluster folder, or undefined where a server has stopped properly. */
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

/** Tells a living server of this folder from another process that was given its number. */
export async function holderOf(
  lock: Pick<PostmasterLock, 'pid'>,
  dir: string,
): Promise<LockHolder> {
  const life = lifeOf(lock.pid);
  if (life === 'gone') return 'nobody';
  // PostgreSQL takes a dead one for a living one.
  if (life === 'dead') return 'stranger';
  if (process.platform === 'linux') {
    try {
      // A postmaster works in its data folder; a renamed folder is followed by the kernel.
      const workingDir = await readlink(`/proc/${lock.pid}/cwd`);
      return workingDir === (await realpath(dir)) ? 'postmaster' : 'stranger';
    } catch {
      return 'unknown';
    }
  }
  return holderByCommand(lock.pid);
}

/** Removes the lock of a server that died and whose number a stranger has now. */
export async function removeStaleLock(
  lock: Pick<PostmasterLock, 'pid'>,
  dir: string,
): Promise<void> {
  // A second starter may have been quicker, and the lock that lies there now is good.
  if ((await readPostmasterLock(dir))?.pid !== lock.pid) return;
  // PostgreSQL checks the shared memory of the folder on its own, so survivors stay protected.
  await rm(path.join(dir, 'postmaster.pid'), { force: true });
}

/** Removes a damaged lock if no server works in the folder. Returns the reason if the lock stays. */
export async function removeDamagedLock(
  dir: string,
): Promise<{ refusal: string; isFinal: boolean } | undefined> {
  const file = path.join(dir, 'postmaster.pid');
  const pid = await workerIn(dir);
  if (pid === undefined) {
    // A server that was started meanwhile has written a good one.
    if ((await readPostmasterLock(dir))?.isDamaged) await rm(file, { force: true });
    return undefined;
  }
  const what =
    pid === 'unknown'
      ? `make sure that no PostgreSQL runs on this folder, then remove that file`
      : `a process (pid ${pid}) works in this folder: stop it with "kill -INT ${pid}", then start again`;
  return { refusal: `${file} is damaged; ${what}`, isFinal: false };
}

/** A process whose working folder this is, as that of every PostgreSQL is its data folder. */
async function workerIn(dir: string): Promise<number | 'unknown' | undefined> {
  if (process.platform !== 'linux') return 'unknown';
  const dataDir = await realpath(dir);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const workingDir = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (workingDir === dataDir && lifeOf(Number(name)) === 'alive') return Number(name);
  }
  return undefined;
}

/** Removes a socket lock left by a dead server or copied with the folder, unless a live server has it. */
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
