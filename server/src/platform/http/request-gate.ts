// How much of a node one account, or one network address before login, may use at once. Each process counts for itself.
import type { Clock } from '#server/platform/clock';

import { ApiError, tooMany } from './api-error.ts';
import type { NodeQueue, Urgency } from './node-queue.ts';

export interface GateRequest {
  cost: number;
  urgency?: Urgency;
}

/** A request's place in its gate and on the node. Released while a body or an answer is transferred. */
export interface GateSlot {
  /** Costs tokens once. Throws TOO_MANY_REQUESTS, SITE_BUSY, or ClientGone after `abandon`. */
  acquire(): Promise<void>;
  /** Frees the place. Safe to call twice. */
  release(): void;
  /** Returns the tokens that it has cost. */
  refund(): void;
  /** The client is gone: it leaves the queue. A place that it has ends with the work, or after 30 seconds. */
  abandon(): void;
}

/** The client has closed its connection, so nobody reads the answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

// Accounts remembered while they are idle; each has a full bucket again after a pause.
const remembered = 20_000;
// Ms that a request waits for its place where the node has no queue: a moment longer than a lane lets it wait for tokens.
const longestQueueMs = 5100;
// Ms that the work of a client that is gone keeps its place, should it never end.
const longestAbandonedMs = 30_000;

// One for all: under overload the stack of each refusal would cost as much as the rest of it.
const siteBusy = new ApiError('SITE_BUSY');

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
// Refusals wait this long and follow each other at this distance, so that loops cost the node little.
const refusalDelayMs = 1000;
const betweenRefusalsMs = 50;
// The pause after a heavy request, in times of how long it took, so that others have most of the node meanwhile.
const pauseFactor = 4;
const longestPauseMs = 500;
// Ms in which what an account has used counts for half as much.
const useHalvesMs = 5000;

/** A request that waits or runs. */
interface Stay {
  cost: number;
  /** Tokens that it still has to pay. */
  tokens: number;
  /** Null while it waits. */
  beganAt: number | null;
  start: () => void;
}

/** Requests of one account or address: paced by a token bucket, few at a time, a bounded number waiting. */
class Lane {
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
    // One clock reading for all that follows: otherwise a pause may end between two and nothing starts.
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

interface SlotOptions extends GateRequest {
  lane: Lane;
  node: NodeQueue | null;
  clock: Clock;
  /** Those that wait or run. */
  open: Set<Slot>;
}

class Slot implements GateSlot {
  readonly #options: SlotOptions;
  #isPaid = false;
  #isGone = false;
  /** When it got its place; null without one. */
  #heldSince: number | null = null;
  #acquiring: Promise<void> | null = null;
  #leave = () => {};
  #interrupt: ((reason: Error) => void) | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Ms for which it has had its place; null while it waits. */
  get heldMs(): number | null {
    return this.#heldSince === null ? null : this.#options.clock.elapsed() - this.#heldSince;
  }

  async acquire(): Promise<void> {
    if (this.#isGone) throw new ClientGone();
    if (this.#heldSince === null) await (this.#acquiring ??= this.#acquire());
  }

  async #acquire(): Promise<void> {
    const { clock, open } = this.#options;
    open.add(this);
    try {
      await this.#wait();
      // It may have gone between the grant and this line.
      if (this.#isGone) throw new ClientGone();
      this.#isPaid = true;
      this.#heldSince = clock.elapsed();
    } catch (error) {
      this.#free();
      throw error;
    } finally {
      this.#acquiring = null;
    }
  }

  async #wait(): Promise<void> {
    const { lane, node, clock, cost, urgency = 'page' } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const inNode = { cost, urgency, recentUse: () => lane.recentUse, start: resolve };
    const inLane: Stay = {
      cost,
      tokens: this.#isPaid ? 0 : cost,
      beganAt: null,
      start: node ? () => node.join(inNode) : resolve,
    };
    this.#interrupt = reject;
    this.#leave = () => {
      node?.leave(inNode);
      lane.leave(inLane);
    };
    const cancelTimer = clock.setTimer(node?.patienceMs(urgency) ?? longestQueueMs, () => {
      const isOwnDoing = inLane.beganAt === null && !node?.isOverloaded;
      reject(isOwnDoing ? lane.refusal(inLane.tokens) : siteBusy);
    });
    lane.join(inLane).catch(reject);
    await promise.finally(() => {
      this.#interrupt = null;
      cancelTimer();
    });
  }

  release(): void {
    if (this.#heldSince !== null) this.#free();
  }

  #free(): void {
    this.#heldSince = null;
    this.#options.open.delete(this);
    this.#leave();
    this.#leave = () => {};
  }

  refund(): void {
    if (this.#isPaid) this.#options.lane.refund(this.#options.cost);
  }

  abandon(): void {
    this.#isGone = true;
    this.#interrupt?.(new ClientGone());
    if (this.#heldSince === null) return;
    this.#options.clock.setTimer(longestAbandonedMs, () => {
      this.release();
    });
  }
}

export class RequestGate {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  readonly #node: NodeQueue | null;
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Set<Slot>();

  /** Requests that pass the gate wait in the queue of the node too, if there is one. */
  constructor(limits: GateLimits, clock: Clock, node: NodeQueue | null = null) {
    this.#limits = limits;
    this.#clock = clock;
    this.#node = node;
  }

  slot(account: string, request: GateRequest): GateSlot {
    const lane = this.#lanes.get(account) ?? new Lane(this.#limits, this.#clock);
    // Set anew, so that the map's order is that of the last use.
    this.#lanes.delete(account);
    this.#lanes.set(account, lane);
    this.#forgetIdle();
    return new Slot({ ...request, lane, node: this.#node, clock: this.#clock, open: this.#open });
  }

  /** Ms for which each open slot has had its place; null for those that wait. */
  heldMs(): (number | null)[] {
    return Array.from(this.#open, (slot) => slot.heldMs);
  }

  #forgetIdle(): void {
    if (this.#lanes.size <= remembered) return;
    const [oldest] = this.#lanes;
    if (oldest?.[1].isIdle) this.#lanes.delete(oldest[0]);
  }
}
