// Runs comparisons in a thread, one at a time, teams in turn. Restarts it when it fails or takes too long.
import { Worker } from 'node:worker_threads';

import { NoteId, type TeamId, type UserId } from '@wentwell/contract/ids';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import { ApiError, tooMany } from '#server/platform/http/api-error';

import type { ComparisonJob, ScoredNotes } from './comparison-jobs.ts';

export interface ComparisonRequester {
  personId: UserId;
  teamId: TeamId;
}

export interface NoteComparer {
  /** Throws TOO_MANY_REQUESTS if the person or team has too many jobs, UNAVAILABLE if the queue is full or it fails. */
  run(job: ComparisonJob, requester: ComparisonRequester): Promise<ScoredNotes[]>;
  /** Refuses what waits, and ends the thread. */
  close(): Promise<void>;
}

export interface NoteComparerOptions {
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
  /** The thread's file and its memory, for tests of what a thread may do wrong. */
  thread?: URL;
  memoryMb?: number;
}

const Answer = z.array(z.object({ noteIds: z.array(NoteId), similarity: z.number() }));

// 1,000 notes of 2,000 letters take two seconds of a core.
const longestJobMs = 20_000;
const mostWaiting = 20;
// Without this limit one person fills the queue, and everybody else is refused until it is done.
const mostOfOnePerson = 4;
const pauseMs = 2000;
// The word vectors and what the last job left take about 60 MB.
const idleMs = 60_000;
// A thread that needs more ends alone; without the limit it would take the process with it.
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
  /** The first team is served next. */
  readonly #waiting = new Map<TeamId, QueuedJob[]>();
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
    const waiting = [...this.#waiting.values()].flat();
    const theirs = [this.#running, ...waiting].filter(
      (each) => each?.requester.personId === personId,
    );
    if (theirs.length >= mostOfOnePerson) throw tooMany(pauseMs);
    if (this.#isClosed) throw new ApiError('UNAVAILABLE');
    if (waiting.length >= mostWaiting) this.#makeRoom(teamId);
    return new Promise((resolve, reject) => {
      const ofTeam = this.#waiting.get(teamId) ?? [];
      this.#waiting.set(teamId, [...ofTeam, { job, requester, resolve, reject }]);
      this.#startNext();
    });
  }

  /** Refuses the newest job of the team that has most, so that one team cannot fill the queue. */
  #makeRoom(newcomer: TeamId): void {
    const most = [...this.#waiting.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    const room = this.#waiting.get(newcomer)?.length ?? 0;
    if (most.length <= room + 1) throw new ApiError('UNAVAILABLE');
    most.pop()?.reject(tooMany(pauseMs));
  }

  #takeNext(): QueuedJob | null {
    const [turn] = this.#waiting;
    if (!turn) return null;
    const [teamId, [next = null, ...rest]] = turn;
    this.#waiting.delete(teamId);
    if (rest.length > 0) this.#waiting.set(teamId, rest);
    return next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    const jobs = [this.#running, ...[...this.#waiting.values()].flat()];
    this.#running = null;
    this.#waiting.clear();
    for (const each of jobs) each?.reject(new ApiError('UNAVAILABLE'));
    await this.#dropWorker();
  }

  #startNext(): void {
    if (this.#running || this.#isClosed) return;
    this.#cancelTimer();
    const next = this.#takeNext();
    if (!next) {
      if (this.#worker)
        this.#cancelTimer = this.#clock.setTimer(idleMs, () => void this.#dropWorker());
      return;
    }
    this.#running = next;
    this.#cancelTimer = this.#clock.setTimer(longestJobMs, () => {
      this.#fail(new Error(`The comparison took longer than ${longestJobMs} ms.`));
    });
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(next.job);
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#thread, {
      // Nothing of the environment is needed there, and it holds secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    // An idle thread does not keep the process alive.
    worker.unref();
    // A thread that was replaced may still say something.
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

  /** The next job gets a new thread. */
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
