/** Checks whether the process in a lock file is alive. */
import { readFileSync } from 'node:fs';

export type ProcessLife = 'alive' | 'dead' | 'gone';

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
