// Runs comparisons in a worker thread, one at a time, round-robin over teams. Restarts it after a failure or timeout.
import { Worker } from 'node:worker_threads';

import { NoteId, type TeamId, type UserId } from '@wentwell/contract/ids';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import { FairQueue } from '#server/platform/fair-queue';
import { ApiError, tooMany } from '#server/platform/http/api-error';

import type { ComparisonJob, ScoredNotes } from './comparison-jobs.ts';

export interface ComparisonRequester {
  personId: UserId;
  teamId: TeamId;
}

export interface NoteComparer {
  /** Throws TOO_MANY_REQUESTS for too many jobs of a user or team, UNAVAILABLE if the queue is full or the job fails. */
  run(job: ComparisonJob, requester: ComparisonRequester): Promise<ScoredNotes[]>;
  /** Rejects queued jobs and terminates the thread. */
  close(): Promise<void>;
}

export interface NoteComparerOptions {
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
  /** Only for tests of thread failures. */
  thread?: URL;
  memoryMb?: number;
}

const Answer = z.array(z.object({ noteIds: z.array(NoteId), similarity: z.number() }));

// 1,000 notes of 2,000 characters take two seconds on one core.
const jobTimeoutMs = 20_000;
const queueMax = 20;
// Keeps one user from filling the queue.
const jobsPerPersonMax = 4;
const pauseMs = 2000;
// Frees about 60 MB of word vectors and garbage.
const idleMs = 60_000;
// Above the limit only the thread ends. Without it, the process would run out of memory.
const defaultMemoryMb = 256;

interface QueuedJob {
  job: ComparisonJob;
  requester: ComparisonRequester;
  resolve: (answer: ScoredNotes[]) => void;
  reject: (error: Error) => void;
}

export class ThreadedComparer implements NoteComparer {
  readonly #clock: Clock;
  readonly #log: NoteComparerOptions['log'];
  readonly #thread: URL;
  readonly #memoryMb: number;
  readonly #waiting = new FairQueue<TeamId, QueuedJob>();
  #running: QueuedJob | null = null;
  #worker: Worker | null = null;
  #isClosed = false;
  #cancelTimer = () => {};

  constructor({ clock, log, thread, memoryMb = defaultMemoryMb }: NoteComparerOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#memoryMb = memoryMb;
    this.#thread = thread ?? new URL('comparison-thread.ts', import.meta.url);
  }

  async run(job: ComparisonJob, requester: ComparisonRequester): Promise<ScoredNotes[]> {
    const { personId, teamId } = requester;
    const waiting = this.#waiting.items;
    const theirs = [this.#running, ...waiting].filter(
      (each) => each?.requester.personId === personId,
    );
    if (theirs.length >= jobsPerPersonMax) throw tooMany(pauseMs);
    if (this.#isClosed) throw new ApiError('UNAVAILABLE');
    if (waiting.length >= queueMax) this.#makeRoom(teamId);
    return new Promise((resolve, reject) => {
      this.#waiting.push(teamId, { job, requester, resolve, reject });
      this.#startNext();
    });
  }

  /** Rejects the newest job of the team with the most, so that one team cannot fill the queue. */
  #makeRoom(newcomer: TeamId): void {
    const newest = this.#waiting.makeRoomFor(newcomer);
    if (!newest) throw new ApiError('UNAVAILABLE');
    newest.reject(tooMany(pauseMs));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    const jobs = [this.#running, ...this.#waiting.items];
    this.#running = null;
    for (const each of jobs) each?.reject(new ApiError('UNAVAILABLE'));
    await this.#dropWorker();
  }

  #startNext(): void {
    if (this.#running || this.#isClosed) return;
    this.#cancelTimer();
    const next = this.#waiting.shift();
    if (!next) {
      if (this.#worker)
        this.#cancelTimer = this.#clock.setTimer(idleMs, () => void this.#dropWorker());
      return;
    }
    this.#running = next;
    this.#cancelTimer = this.#clock.setTimer(jobTimeoutMs, () =>
      this.#fail(new Error(`The comparison took longer than ${jobTimeoutMs} ms.`)),
    );
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(next.job);
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#thread, {
      // The thread does not need the environment, which contains secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    // An idle thread must not keep the process alive.
    worker.unref();
    // A replaced thread may still emit events.
    const isCurrent = () => worker === this.#worker;
    worker.on('message', (message: unknown) => {
      if (isCurrent()) this.#complete(message);
    });
    worker.on('error', (error) => {
      if (isCurrent()) this.#fail(error);
    });
    worker.on('exit', (code) => {
      if (isCurrent()) this.#fail(new Error(`The comparison's thread ended with ${code}.`));
    });
    return worker;
  }

  #complete(message: unknown): void {
    const answer = Answer.safeParse(message);
    if (!answer.success) {
      this.#fail(answer.error);
      return;
    }
    const done = this.#running;
    this.#running = null;
    this.#startNext();
    done?.resolve(answer.data);
  }

  /** Drops the thread. The next job starts a new one. */
  #fail(error: unknown): void {
    this.#log.warn({ err: error }, 'comparing notes failed');
    const failed = this.#running;
    this.#running = null;
    void this.#dropWorker();
    this.#startNext();
    failed?.reject(new ApiError('UNAVAILABLE'));
  }

  async #dropWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
