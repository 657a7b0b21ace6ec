// CPU time and memory of processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

// Length of Linux's clock tick in ms.
const tick = 10;

function statOf(pid: number): string[] {
  try {
    // Skip the process name, which may contain spaces. The rest starts with the third field.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** The process and its direct children, for example PostgreSQL with its backends. */
export function familyOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [pid, ...all.filter((each) => Number(statOf(each)[1]) === pid)];
}

/** CPU time in ms, including ended children. 0 for ended processes. */
export function cpuOf(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = statOf(pid);
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks * tick;
}

function kilobytes(path: string, name: string): number {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8'));
    return Number(found?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** In KB. */
export function residentSize(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS');
}

/** In KB. Counts shared pages once. */
export function proportionalSize(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0);
}
