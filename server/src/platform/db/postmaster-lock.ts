/**
 * PostgreSQL's own lock file, postmaster.pid: which process it names, where that one listens,
 * and whether the process of that number is still the server or a stranger.
 */
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';

import { isAlive, type Endpoint } from '#server/platform/db/postgres-cluster';

export interface PostmasterLock {
  pid: number;
  /** Missing until the server listens. */
  endpoint: Endpoint | undefined;
}

/** Who has the process number of a lock; unknown where the system does not tell. */
export type LockHolder = 'postmaster' | 'stranger' | 'nobody' | 'unknown';

/** The lock of a cluster folder, or undefined where a server has stopped properly. */
export async function readPostmasterLock(dir: string): Promise<PostmasterLock | undefined> {
  const text = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port, socketDir, address] = text.split('\n').map((line) => line.trim());
  const host = socketDir || address;
  return {
    pid: Number(pid),
    endpoint: host && port ? { host, port: Number(port) } : undefined,
  };
}

/** Tells a living server of this folder from another process that was given its number. */
export async function holderOf(lock: PostmasterLock, dir: string): Promise<LockHolder> {
  if (!Number.isInteger(lock.pid) || lock.pid <= 0 || !isAlive(lock.pid)) return 'nobody';
  if (process.platform === 'linux') {
    try {
      // A postmaster works in its data folder; a renamed folder is followed by the kernel.
      const workingDir = await readlink(`/proc/${lock.pid}/cwd`);
      return workingDir === (await realpath(dir)) ? 'postmaster' : 'stranger';
    } catch {
      return 'unknown';
    }
  }
  return process.platform === 'win32' ? 'unknown' : holderByCommand(lock.pid);
}

/** Removes the lock of a server that died and whose number a stranger has now. */
export async function removeStaleLock(lock: PostmasterLock, dir: string): Promise<void> {
  // PostgreSQL checks the shared memory of the folder on its own, so survivors stay protected.
  await rm(path.join(dir, 'postmaster.pid'), { force: true });
  if (lock.endpoint === undefined || !path.isAbsolute(lock.endpoint.host)) return;
  const socketLock = path.join(lock.endpoint.host, `.s.PGSQL.${lock.endpoint.port}.lock`);
  const text = await readFile(socketLock, 'utf8').catch(() => '');
  // The lock may name a folder where another server lives by now.
  if (Number.parseInt(text, 10) === lock.pid) await rm(socketLock, { force: true });
}

function holderByCommand(pid: number): Promise<LockHolder> {
  return new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'command='], (error, stdout) => {
      if (error !== null) resolve('unknown');
      else resolve(stdout.includes('postgres') ? 'postmaster' : 'stranger');
    });
  });
}
