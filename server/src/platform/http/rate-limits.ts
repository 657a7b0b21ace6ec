// Limits per address and account on this node. Wrong passwords, emails and quotas are counted in the database.
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';
import type { FastifyRequest } from 'fastify';

import { keepRecent } from '#server/platform/keep-recent';

import { addressBlock, addressMatcher } from './address-block.ts';
import { ApiError, tooMany } from './api-error.ts';
import { callerOf } from './caller.ts';
import type { Api } from './calls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum failed and successful calls of the route per address. */
    addressLimit?: AddressLimit;
    /** Maximum calls of the route per account, from all callers. */
    accountLimit?: AccountLimit;
  }
}

interface TimeWindow {
  /** Window in ms, starting with the first attempt. */
  timeWindow: number;
}

/** Many people share an address, so successes do not count against failures and have a much higher limit. */
interface AddressLimit extends TimeWindow {
  /** Calls that the route rejects with 4xx, such as a wrong guess. */
  failures: number;
  /** Successful calls. They do not reset the failures. */
  successes: number;
  /** Errors that require knowing the secret; they count as successes. */
  tolerates?: readonly ErrorCode[];
  /** Whether this success was expected and is not counted. */
  isExpected?: (request: FastifyRequest) => Promise<boolean>;
}

export interface AccountLimit extends TimeWindow {
  max: number;
  /** The caller by default. Called after the input was validated. */
  accountOf?: (request: FastifyRequest) => string;
}

const accountOfCaller = (request: FastifyRequest): string => callerOf(request).userId;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

interface Attempts {
  count: number;
  /** Ms until the window ends. */
  ttl: number;
}

// Maximum number of keys. The least recently used is evicted.
const maxKeys = 20_000;

/** Counts attempts per key in this process. */
class AttemptCounters {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Adds one attempt. The window starts with the first one. */
  add(key: string, window: number): Attempts {
    const now = performance.now();
    const { count, ttl } = this.read(key);
    const next = { count: count + 1, endsAt: now + (count === 0 ? window : ttl) };
    keepRecent(this.#windows, [key, next], maxKeys);
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

interface CallSlots {
  running: number;
  waiting: (() => void)[];
}

const maxWaiting = 500;

function outcomeOf(error: unknown, tolerates: readonly ErrorCode[]): Outcome {
  if (!(error instanceof ApiError)) return 'neither';
  if (tolerates.includes(error.code)) return 'successes';
  const { status } = describeAnyError(error.code);
  return status < 500 && status !== 429 ? 'failures' : 'neither';
}

class AddressLimiter {
  readonly #counters: AttemptCounters;
  readonly #slots = new Map<string, CallSlots>();

  constructor(counters: AttemptCounters) {
    this.#counters = counters;
  }

  /**
   * Runs `work` and counts its outcome under `name`, the route and address. At most as many calls run at once as may
   * still fail; others wait. Concurrent guesses thus have no advantage, and a crowd that succeeds is only queued.
   * Throws TOO_MANY_REQUESTS once a limit is reached.
   */
  async run<T>(
    name: string,
    limit: AddressLimit & { expected: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const slots = await this.#enter(name, limit);
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
      slots.running -= 1;
      this.#wakeNext(name, slots);
    }
  }

  async #enter(name: string, limit: AddressLimit & { expected: boolean }): Promise<CallSlots> {
    const slots = this.#slots.get(name) ?? { running: 0, waiting: [] };
    this.#slots.set(name, slots);
    for (;;) {
      const room = this.#room(name, limit);
      if ('wait' in room) {
        this.#wakeNext(name, slots);
        throw tooMany(room.wait);
      }
      if (slots.running < room.left) {
        slots.running += 1;
        return slots;
      }
      if (slots.waiting.length >= maxWaiting) throw new ApiError('UNAVAILABLE');
      await new Promise<void>((resolve) => slots.waiting.push(resolve));
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

  #wakeNext(name: string, slots: CallSlots): void {
    const next = slots.waiting.shift();
    if (next) next();
    else if (slots.running === 0 && this.#slots.get(name) === slots) this.#slots.delete(name);
  }
}

interface LimitDeps {
  /** Multiplies all limits; 0 disables them, only for load tests. */
  times: number;
  /** Addresses and ranges exempt from `addressLimit`. */
  exempt: readonly string[];
}

/**
 * Must run before routes are registered. Enforces `config.addressLimit` and `config.accountLimit`. Limits for sockets
 * and bodies are separate.
 */
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
      const { timeWindow, accountOf = accountOfCaller } = accountLimit;
      const max = scaled(accountLimit.max);
      async function limitAccount(request: FastifyRequest): Promise<void> {
        const account = accountOf(request);
        const attempts = counters.add(`account ${name} ${account}`, timeWindow);
        if (attempts.count > max) throw tooMany(attempts.ttl);
      }
      // After validation, so that only valid accounts are counted.
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
