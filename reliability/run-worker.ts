// Runs a worker process to its end.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import type { TestPostgres } from '../server/test/postgres.ts';
import { type Job, Report } from './worker-job.ts';

const entry = fileURLToPath(new URL('worker.ts', import.meta.url));

export type Options = Omit<Job, 'connection' | 'template' | 'database'>;

export interface Listener {
  /** Called after each seed. */
  heard: (report: Report) => void;
  enough?: AbortSignal;
}

/** Rejects where the worker process breaks. `enough` ends it after the seed that is under way. */
export function runWorker(
  postgres: TestPostgres,
  options: Options,
  { heard, enough }: Listener,
): Promise<void> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], execArgv: [] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.on('message', (message) => {
    heard(Report.parse(message));
  });
  // One that has ended meanwhile need not hear it.
  const end = () => void (child.connected && child.send('enough', () => {}));
  enough?.addEventListener('abort', end);
  const { connection, template } = postgres;
  const database = `${template}_${randomUUID().slice(0, 8)}`;
  child.send({ ...options, connection, template, database } satisfies Job);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      enough?.removeEventListener('abort', end);
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with ${code}:\n${errors}`));
    });
  });
}
