// The requests of one account, or of one network address: a token bucket paces them, few of them run at a time, heavy
// ones with a pause after each, and a bounded number waits.
import type { Clock } from '#server/platform/clock';

import { type ApiError, tooMany } from './api-error.ts';

export interface GateLimits {
  /** Tokens that gather while nobody asks, and how many come back in a second. A request costs one or more. */
  burst: number;
  perSecond: number;
  /** Tokens' worth of requests that may run at the same time; a single request may always run alone. */
  running: number;
  /** Requests that may wait for their turn. */
  waiting: number;
  /** Refused requests that may wait for their answer; further ones are answered at once. */
  refused: number;
}

// Seconds that a request may have to wait for tokens.
const longestWait = 5;
// A client that asks on and on is refused this late, and refusals follow each other at this distance: however many
// loops there are, the node answers few of them in a second.
const refusalDelayMs = 1000;
const betweenRefusalsMs = 50;
// The pause after a heavy request, in times of how long it took, so that others have most of the node meanwhile.
const pauseFactor = 4;
const longestPauseMs = 500;
// Ms in which what an account has used counts for half as much.
const useHalvesMs = 5000;

/** A request that waits or runs. */
export interface Stay {
  cost: number;
  /** Tokens that it still has to pay. */
  tokens: number;
  /** Null while it waits. */
  beganAt: number | null;
  start: () => void;
}

export class Lane {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  #tokens: number;
  #wallTime: number;
  #time = 0;
  #refilledAt = 0;
  #running = 0;
  #waiting: Stay[] = [];
  #nextHeavyAt = 0;
  #refused = 0;
  #lastRefusalAt = 0;
  #cancelTimer: (() => void) | undefined;
  #use = 0;
  #usedAt = 0;

  constructor(limits: GateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#tokens = limits.burst;
    this.#wallTime = clock.now().getTime();
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0 && this.#refused === 0;
  }

  /** The cost of what ran lately; older use counts less. */
  get recentUse(): number {
    return this.#use * 0.5 ** ((this.#now() - this.#usedAt) / useHalvesMs);
  }

  /** Calls `start` when the request may run. Rejects, a second late, where too many wait. */
  async join(stay: Stay): Promise<void> {
    const isTooLong = this.#secondsUntil(stay.tokens) > longestWait;
    if (isTooLong || this.#waiting.length >= this.#limits.waiting) await this.#refuse(stay.tokens);
    this.#waiting.push(stay);
    this.#startNext();
  }

  /** Ends the stay, whether it waits or runs; once. */
  leave(stay: Stay): void {
    const { beganAt, cost } = stay;
    if (beganAt === null) {
      this.#waiting = this.#waiting.filter((each) => each !== stay);
    } else {
      this.#running -= cost;
      if (this.#isHeavy(cost)) this.#pauseHeavy(this.#now() - beganAt);
    }
    this.#startNext();
  }

  /** A 429 that says when one more request may come. */
  refusal(tokens: number): ApiError {
    return tooMany(1000 * this.#secondsUntil(tokens));
  }

  refund(tokens: number): void {
    this.#tokens += tokens;
    this.#startNext();
  }

  #startNext(): void {
    // One look at the clock for all that follows: were a pause to end between the question whether the next may run and
    // how long it must wait, neither would start it.
    const now = this.#refill();
    for (let [next] = this.#waiting; next && this.#mayRun(next, now); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#tokens -= next.tokens;
      this.#use = this.recentUse + next.tokens;
      this.#usedAt = now;
      this.#running += next.cost;
      next.beganAt = now;
      next.start();
    }
    this.#startLater(now);
  }

  #mayRun({ cost, tokens }: Stay, now: number): boolean {
    const fits = this.#running === 0 || this.#running + cost <= this.#limits.running;
    if (this.#isHeavy(cost) && now < this.#nextHeavyAt) return false;
    return fits && this.#tokens >= Math.min(tokens, this.#limits.burst);
  }

  /** Heavier than all that may run at the same time: it runs alone. */
  #isHeavy(cost: number): boolean {
    return cost > this.#limits.running;
  }

  #pauseHeavy(tookMs: number): void {
    this.#nextHeavyAt = this.#now() + Math.min(pauseFactor * tookMs, longestPauseMs);
  }

  /** Comes back when the next one's tokens and its pause are there; where it waits for others to end, those come back. */
  #startLater(now: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [next] = this.#waiting;
    if (!next) return;
    const missing = next.tokens - this.#tokens;
    const pause = this.#isHeavy(next.cost) ? this.#nextHeavyAt - now : 0;
    const wait = Math.ceil(Math.max((1000 * missing) / this.#limits.perSecond, pause));
    if (wait <= 0) return;
    this.#cancelTimer = this.#clock.setTimer(wait, () => {
      this.#startNext();
    });
  }

  /** Returns the time up to which the tokens have come back. */
  #refill(): number {
    const now = this.#now();
    const seconds = (now - this.#refilledAt) / 1000;
    this.#refilledAt = now;
    this.#tokens = Math.min(this.#limits.burst, this.#tokens + seconds * this.#limits.perSecond);
    return now;
  }

  /** How long it takes until the tokens for those who wait, and for one more request, have come back. */
  #secondsUntil(tokens: number): number {
    this.#refill();
    const needed = this.#waiting.reduce((sum, each) => sum + each.tokens, tokens);
    return (needed - this.#tokens) / this.#limits.perSecond;
  }

  async #refuse(tokens: number): Promise<never> {
    const refusal = this.refusal(tokens);
    if (this.#refused >= this.#limits.refused) throw refusal;
    this.#refused += 1;
    const now = this.#now();
    const refuseAt = Math.max(now + refusalDelayMs, this.#lastRefusalAt + betweenRefusalsMs);
    this.#lastRefusalAt = refuseAt;
    await new Promise<void>((resolve) => void this.#clock.setTimer(refuseAt - now, resolve));
    this.#refused -= 1;
    throw refusal;
  }

  /** Milliseconds that never go back: a clock that is set back by an hour would keep everybody waiting for an hour. */
  #now(): number {
    const wallTime = this.#clock.now().getTime();
    this.#time += Math.max(0, wallTime - this.#wallTime);
    this.#wallTime = wallTime;
    return this.#time;
  }
}
