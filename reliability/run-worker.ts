import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import type { TestPostgres } from '../server/test/postgres.ts';
import { type Job, Report } from './worker-job.ts';

const entry = fileURLToPath(new URL('worker.ts', import.meta.url));

export type JobOptions = Omit<Job, 'connection' | 'template' | 'database'>;

export interface WorkerOptions {
  /** Called after each seed. */
  onReport: (report: Report) => void;
  signal?: AbortSignal;
}

/** Rejects where the worker process fails. Aborting `signal` ends it after the current seed. */
export function runWorker(
  postgres: TestPostgres,
  options: JobOptions,
  { onReport, signal }: WorkerOptions,
): Promise<void> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], execArgv: [] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.on('message', (message) => {
    onReport(Report.parse(message));
  });
  // A worker that has ended meanwhile needs no message.
  const end = () => void (child.connected && child.send('stop', () => {}));
  signal?.addEventListener('abort', end);
  const { connection, template } = postgres;
  const database = `${template}_${randomUUID().slice(0, 8)}`;
  child.send({ ...options, connection, template, database } satisfies Job);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with ${code}:\n${errors}`));
    });
  });
}
