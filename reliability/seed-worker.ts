import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { TestPostgres } from '../server/test/postgres.ts';
import { Answer, type Job, type Order, type Report, type Start } from './worker-job.ts';

const entry = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A process that runs seeds, one job at a time. Starting one takes as long as a seed. */
export class SeedWorker implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #errors = '';

  constructor({ connection, template }: TestPostgres) {
    this.#child = fork(entry, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], execArgv: [] });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`a worker ended with ${code}:\n${this.#errors}`);
    });
    // The failure is reported to callers of `run` and dispose.
    this.#ended.catch(() => undefined);
    const database = `${template}_${randomUUID().slice(0, 8)}`;
    this.#send({ connection, template, database });
  }

  /** Calls `onReport` after each seed. Rejects if the process fails. */
  async run(job: Job, onReport: (report: Report) => void): Promise<void> {
    const done = new Promise<void>((go) => {
      const onMessage = (message: unknown) => {
        const answer = Answer.parse(message);
        if (answer !== 'done') return onReport(answer.report);
        this.#child.off('message', onMessage);
        go();
      };
      this.#child.on('message', onMessage);
    });
    this.#send(job);
    await Promise.race([done, this.#ended]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#send('end');
    await this.#ended;
  }

  #send(message: Start | Order): void {
    // A failed process is reported by `#ended`.
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}
