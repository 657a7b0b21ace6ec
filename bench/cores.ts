// CPU pinning: servers and their PostgreSQL on the first core, load generators on the last.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

export const coreCount = cores;

/** Command prefix that pins a program to a core. Empty if the machine does not support it. */
export function onCore(core: number): string[] {
  return canPin ? ['taskset', '-c', String(core)] : [];
}

export const serverCore = 0;

/** Describes the pinning, for reports. */
export const placement = canPin
  ? 'Servers and their PostgreSQL run on one core, the load on another.'
  : 'This machine cannot keep processes apart: servers and load share its cores.';

function keepOn(list: string): void {
  if (!canPin) return;
  // `-a` covers all threads. Child processes inherit the setting.
  const done = spawnSync('taskset', ['-apc', list, String(process.pid)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`taskset: ${done.stderr}`);
}

/** Keeps this process and its future children off the servers' core. */
export function useLoadCore(): void {
  keepOn(String(cores - 1));
}

/** Needed for browsers, which have many processes. */
export function useAllCores(): void {
  keepOn(`0-${cores - 1}`);
}
