// Which processor runs what: the servers with their PostgreSQL on the first, everything that asks them on the last.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

export const coreCount = cores;

/** The arguments before a program that keep it on one core; none where the machine cannot. */
export function onCore(core: number): string[] {
  return canPin ? ['taskset', '-c', String(core)] : [];
}

export const serverCore = 0;

/** Says where servers and load run, as a sentence. */
export const placement = canPin
  ? 'Servers and their PostgreSQL run on one core, the load on another.'
  : 'This machine cannot keep processes apart: servers and load share its cores.';

function keepOn(list: string): void {
  if (!canPin) return;
  // Every thread, not only the one that runs JavaScript; what this process starts inherits it.
  const done = spawnSync('taskset', ['-apc', list, String(process.pid)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`taskset: ${done.stderr}`);
}

/** From here on this process, and what it starts, leaves the servers' core alone. */
export function useLoadCore(): void {
  keepOn(String(cores - 1));
}

/** For browsers, which have many processes. */
export function useAllCores(): void {
  keepOn(`0-${cores - 1}`);
}
