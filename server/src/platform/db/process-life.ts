/** Whether the process of a number lives: what locks with a number in them come down to. */
import { readFileSync } from 'node:fs';

export type ProcessLife = 'alive' | 'dead' | 'gone';

/** A zombie: it has ended, but its parent has not read its status, so its number cannot be used again yet. */
export function lifeOf(pid: number): ProcessLife {
  if (!Number.isInteger(pid) || pid <= 0) return 'gone';
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isOtherEpoch = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isOtherEpoch) return 'gone';
  }
  return isZombie(pid) ? 'dead' : 'alive';
}

/** In a container whose first process reaps nobody, the dead keep their numbers for good. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
