// Limits by address and account on this node. Wrong passwords, emails and quotas are counted in the database.
import { describeAnyError } from '@wentwell/contract/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';
import type { FastifyRequest } from 'fastify';

import { addressBlock, addressMatcher } from './address-block.ts';
import { ApiError, tooMany } from './api-error.ts';
import type { Api } from './api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often calls of the route from one network address may fail and succeed. */
    addressLimit?: AddressLimit;
    /** How often the route may be called for one account, whoever calls. */
    accountLimit?: AccountLimit;
  }
}

interface TimeWindow {
  /** In ms, from the first attempt on. */
  timeWindow: number;
}

/** Many people share an address, so successes never count against failures, and have a far higher limit. */
interface AddressLimit extends TimeWindow {
  /** Calls that the route itself refuses with 4xx, as it does a guess. */
  failures: number;
  /** Calls that it answers; a success takes no failure back. */
  successes: number;
  /** Refusals that only somebody who knows the secret gets: they count as successes. */
  tolerates?: readonly ErrorCode[];
  /** Whether a success of this call was expected, and is not counted. */
  isExpected?: (request: FastifyRequest) => Promise<boolean>;
}

export interface AccountLimit extends TimeWindow {
  max: number;
  /** Called after the request's input passed its schema. */
  accountOf: (request: FastifyRequest) => string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

interface Attempts {
  count: number;
  /** Ms until the count begins anew. */
  ttl: number;
}

// Keys remembered at the most; the least recently used goes first.
const remembered = 20_000;

/** Counts attempts per key in this process. */
class AttemptCounters {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts one more; the window, in ms, begins with the first. */
  add(key: string, window: number): Attempts {
    const now = performance.now();
    const { count, ttl } = this.read(key);
    const next = { count: count + 1, endsAt: now + (count === 0 ? window : ttl) };
    // Deleted and set again, so that the map is in the order of last use.
    this.#windows.delete(key);
    this.#windows.set(key, next);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > remembered && oldest !== undefined) this.#windows.delete(oldest);
    return { count: next.count, ttl: next.endsAt - now };
  }

  read(key: string): Attempts {
    const now = performance.now();
    const last = this.#windows.get(key);
    return last && last.endsAt > now
      ? { count: last.count, ttl: last.endsAt - now }
      : { count: 0, ttl: 0 };
  }
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

class AddressLimiter {
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
        this.#counters.add(`${outcome} ${name}`, limit.timeWindow);
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
    if (failed.count >= failures) return { wait: failed.ttl };
    if (expected) return { left: failures - failed.count };
    const succeeded = this.#counters.read(`successes ${name}`);
    if (succeeded.count >= successes) return { wait: succeeded.ttl };
    return { left: Math.min(failures - failed.count, successes - succeeded.count) };
  }

  #wakeNext(name: string, turns: Turns): void {
    const next = turns.waiting.shift();
    if (next) next();
    else if (turns.running === 0 && this.#turns.get(name) === turns) this.#turns.delete(name);
  }
}

interface LimitDeps {
  /** Every limit is multiplied by this; 0 lifts them all, for load tests alone. */
  times: number;
  /** Addresses and ranges that `addressLimit` does not count. */
  exempt: readonly string[];
}

/** Before any route: makes `config.addressLimit` and `config.accountLimit` count. Sockets and bodies keep their limits. */
export function registerRateLimits(app: Api, { times, exempt }: LimitDeps): void {
  if (times === 0) return;
  const counters = new AttemptCounters();
  const addresses = new AddressLimiter(counters);
  const isExempt = addressMatcher(exempt);
  const scaled = (max: number): number => Math.ceil(max * times);

  app.addHook('onRoute', (route) => {
    const { addressLimit, accountLimit } = route.config ?? {};
    const name = `${String(route.method)} ${route.url}`;
    if (accountLimit) {
      const { timeWindow, accountOf } = accountLimit;
      const max = scaled(accountLimit.max);
      async function limitAccount(request: FastifyRequest): Promise<void> {
        const account = accountOf(request);
        const tries = counters.add(`account ${name} ${account}`, timeWindow);
        if (tries.count > max) throw tooMany(tries.ttl);
      }
      // After validation, so that only a well-formed account is counted.
      route.preHandler = [route.preHandler ?? [], limitAccount].flat();
    }
    if (addressLimit) {
      const { handler } = route;
      const limit = {
        ...addressLimit,
        failures: scaled(addressLimit.failures),
        successes: scaled(addressLimit.successes),
      };
      route.handler = async function limitAddress(request, reply) {
        const work = async () => handler.call(this, request, reply);
        if (isExempt(request.ip)) return work();
        const expected = (await limit.isExpected?.(request)) ?? false;
        return addresses.run(`${name} ${addressBlock(request.ip)}`, { ...limit, expected }, work);
      };
    }
  });
}
