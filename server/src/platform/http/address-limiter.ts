// Bounds what one network address may fail at, and far higher what it may succeed at. Many people share an
// address, so one person's success never counts against another's mistake.
import { describeAnyError } from '@wentwell/contract/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';
import type { FastifyRequest } from 'fastify';

import { ApiError, tooMany } from './api-error.ts';
import type { AttemptCounters, RateLimit } from './attempt-counters.ts';

export interface AddressLimit {
  /** Calls that the route itself refuses with 4xx, as it does a guess. */
  failures: RateLimit;
  /** Calls that it answers; a success takes no failure back. */
  successes: RateLimit;
  /** Refusals that only somebody who knows the secret gets: they count as successes. */
  tolerates?: readonly ErrorCode[];
  /** Whether a success of this call was expected, and is not counted. */
  isExpected?: (request: FastifyRequest) => Promise<boolean>;
}

type Outcome = 'failures' | 'successes' | 'neither';

interface Turns {
  running: number;
  waiting: (() => void)[];
}

const waitingMax = 500;

function outcomeOf(error: unknown, tolerates: readonly ErrorCode[]): Outcome {
  if (!(error instanceof ApiError)) return 'neither';
  if (tolerates.includes(error.code)) return 'successes';
  const { status } = describeAnyError(error.code);
  return status < 500 && status !== 429 ? 'failures' : 'neither';
}

export class AddressLimiter {
  readonly #counters: AttemptCounters;
  readonly #turns = new Map<string, Turns>();

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /**
   * Runs the work and counts how it ended, under the name of a route and an address. No more calls run at once
   * than could all fail: the others wait for how those end. So a crowd that succeeds only queues, and a thousand
   * guesses at once are worth no more than one after the other. Throws TOO_MANY_REQUESTS once a limit is reached.
   */
  async run<T>(
    name: string,
    limit: AddressLimit & { expected: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const turns = await this.#enter(name, limit);
    let outcome: Outcome = 'successes';
    try {
      return await work();
    } catch (error) {
      outcome = outcomeOf(error, limit.tolerates ?? []);
      throw error;
    } finally {
      if (outcome === 'failures' || (outcome === 'successes' && !limit.expected)) {
        this.#counters.add(`${outcome} ${name}`, limit[outcome].timeWindow);
      }
      turns.running -= 1;
      this.#wakeNext(name, turns);
    }
  }

  async #enter(name: string, limit: AddressLimit & { expected: boolean }): Promise<Turns> {
    const turns = this.#turns.get(name) ?? { running: 0, waiting: [] };
    this.#turns.set(name, turns);
    for (;;) {
      const room = this.#room(name, limit);
      if ('wait' in room) {
        this.#wakeNext(name, turns);
        throw tooMany(room.wait);
      }
      if (turns.running < room.left) {
        turns.running += 1;
        return turns;
      }
      if (turns.waiting.length >= waitingMax) throw new ApiError('UNAVAILABLE');
      await new Promise<void>((resolve) => turns.waiting.push(resolve));
    }
  }

  #room(
    name: string,
    { failures, successes, expected }: AddressLimit & { expected: boolean },
  ): { left: number } | { wait: number } {
    const failed = this.#counters.read(`failures ${name}`);
    if (failed.count >= failures.max) return { wait: failed.ttl };
    if (expected) return { left: failures.max - failed.count };
    const succeeded = this.#counters.read(`successes ${name}`);
    if (succeeded.count >= successes.max) return { wait: succeeded.ttl };
    return { left: Math.min(failures.max - failed.count, successes.max - succeeded.count) };
  }

  #wakeNext(name: string, turns: Turns): void {
    const next = turns.waiting.shift();
    if (next) next();
    else if (turns.running === 0 && this.#turns.get(name) === turns) this.#turns.delete(name);
  }
}
