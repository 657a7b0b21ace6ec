// How much of a node one account, or one network address before login, may use at once: a token bucket paces its
// requests, few of them run at a time, and a bounded number waits. Each process counts for itself.
import type { Clock } from '#server/platform/clock';

import { tooMany } from './api-error.ts';

export interface GateLimits {
  /** Tokens that gather while nobody asks, and how many come back in a second. A request costs one or more. */
  burst: number;
  perSecond: number;
  /** Tokens' worth of requests that may run at the same time; a single request may always run alone. */
  running: number;
  /** Requests that may wait for their turn. */
  waiting: number;
}

/** Ends a turn, once. With `isFree` what it cost comes back. */
export type EndTurn = (isFree?: boolean) => void;

interface Waiting {
  cost: number;
  /** What it still has to pay for. */
  tokens: number;
  start: () => void;
}

// Seconds that a request may have to wait for tokens.
const longestWait = 5;
// Whoever asks on and on is refused this late, so that being refused costs the node little.
const refusalDelay = 1000;
// Beyond this many late refusals further ones are immediate: their memory is bounded, too.
const lateRefusals = 200;
// Accounts remembered while they are idle; each has a full bucket again after a pause.
const remembered = 20_000;

/** One account's bucket, what of it is running, and what waits, in order. */
class Lane {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  #tokens: number;
  #refilledAt: number;
  #running = 0;
  #waiting: Waiting[] = [];
  #refused = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(limits: GateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#tokens = limits.burst;
    this.#refilledAt = clock.now().getTime();
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0 && this.#refused === 0;
  }

  /** Resolves when the request may run, with the function that ends it. */
  async enter(cost: number, isPaid: boolean): Promise<EndTurn> {
    const tokens = isPaid ? 0 : cost;
    const isTooLong = this.#secondsUntil(tokens) > longestWait;
    if (isTooLong || this.#waiting.length >= this.#limits.waiting) return this.#refuse(tokens);
    await new Promise<void>((resolve) => {
      this.#waiting.push({ cost, tokens, start: resolve });
      this.#startNext();
    });
    let hasLeft = false;
    return (isFree = false) => {
      if (hasLeft) return;
      hasLeft = true;
      this.#running -= cost;
      if (isFree) this.#tokens += tokens;
      this.#startNext();
    };
  }

  #startNext(): void {
    this.#refill();
    for (let [next] = this.#waiting; next && this.#mayRun(next); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#tokens -= next.tokens;
      this.#running += next.cost;
      next.start();
    }
    this.#startLater();
  }

  #mayRun({ cost, tokens }: Waiting): boolean {
    const fits = this.#running === 0 || this.#running + cost <= this.#limits.running;
    return fits && this.#tokens >= Math.min(tokens, this.#limits.burst);
  }

  /** Comes back when the next one's tokens are there; where it waits for others to end, those come back. */
  #startLater(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [next] = this.#waiting;
    if (!next) return;
    const missing = next.tokens - this.#tokens;
    if (missing <= 0) return;
    const wait = Math.ceil((1000 * missing) / this.#limits.perSecond);
    this.#cancelTimer = this.#clock.setTimer(wait, () => {
      this.#startNext();
    });
  }

  #refill(): void {
    const now = this.#clock.now().getTime();
    const seconds = Math.max(0, now - this.#refilledAt) / 1000;
    this.#refilledAt = now;
    this.#tokens = Math.min(this.#limits.burst, this.#tokens + seconds * this.#limits.perSecond);
  }

  /** How long it takes until the tokens for those who wait, and for one more request, have come back. */
  #secondsUntil(tokens: number): number {
    this.#refill();
    const needed = this.#waiting.reduce((sum, each) => sum + each.tokens, tokens);
    return (needed - this.#tokens) / this.#limits.perSecond;
  }

  async #refuse(tokens: number): Promise<never> {
    const refusal = tooMany(1000 * this.#secondsUntil(tokens));
    if (this.#refused >= lateRefusals) throw refusal;
    this.#refused += 1;
    await new Promise<void>((resolve) => void this.#clock.setTimer(refusalDelay, resolve));
    this.#refused -= 1;
    throw refusal;
  }
}

export class RequestGate {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();

  constructor(limits: GateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Waits until a request of this account may run, and returns the function that ends it. Throws TOO_MANY_REQUESTS
   * where too many wait already. What is paid already, in an earlier turn, waits only for its place.
   */
  async enter(account: string, cost: number, isPaid = false): Promise<EndTurn> {
    const queueKey = this.#lanes.get(account) ?? new Lane(this.#limits, this.#clock);
    // Set anew, so that the map's order is that of the last use.
    this.#lanes.delete(account);
    this.#lanes.set(account, queueKey);
    this.#forgetIdle();
    return queueKey.enter(cost, isPaid);
  }

  #forgetIdle(): void {
    if (this.#lanes.size <= remembered) return;
    const [oldest] = this.#lanes;
    if (oldest?.[1].isIdle) this.#lanes.delete(oldest[0]);
  }
}
