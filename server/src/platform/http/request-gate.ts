// Limits the concurrent use of a node per account, or per address before login. Each process counts separately.
import type { Clock } from '#server/platform/clock';

import { ApiError, tooMany } from './api-error.ts';
import type { NodeQueue, Urgency } from './node-queue.ts';

export interface GateRequest {
  cost: number;
  urgency?: Urgency;
}

/** A request's slot in its gate and on the node. Released while a body or response is transferred. */
export interface GateSlot {
  /** Costs tokens once. Throws TOO_MANY_REQUESTS, SITE_BUSY, or ClientGone after `abandon`. */
  acquire(): Promise<void>;
  /** Frees the slot. Idempotent. */
  release(): void;
  /** Returns the slot's tokens. */
  refund(): void;
  /** The client has disconnected: leaves the queue. A held slot ends with the work, or after 30 seconds. */
  abandon(): void;
}

/** Runs the work in the slot, then frees it. Rejects like `acquire`. */
export async function inSlot<T>(slot: GateSlot, work: () => Promise<T>): Promise<T> {
  await slot.acquire();
  try {
    return await work();
  } finally {
    slot.release();
  }
}

/** The client has closed its connection, so no response can be delivered. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

// Maximum number of queues. Evicting an idle one loses nothing: its bucket is full again after a pause.
const maxQueues = 20_000;
// Maximum wait in ms without a node queue. Slightly longer than the maximum wait for tokens.
const maxQueueMs = 5100;
// Maximum ms that the work of a disconnected client keeps its slot.
const maxAbandonedMs = 30_000;

// Shared, because creating a stack trace per rejection is expensive under overload.
const siteBusy = new ApiError('SITE_BUSY');

export interface GateLimits {
  /** Bucket size and refill rate of the tokens. A request costs one or more. */
  burst: number;
  perSecond: number;
  /** Total cost of requests that may run concurrently. A single more expensive request may run alone. */
  running: number;
  waiting: number;
  /** Maximum number of delayed rejections. Further ones are sent immediately. */
  refused: number;
}

const maxTokenWaitSeconds = 5;
// Rejections are delayed, longer the more are pending, so that client loops cost the node little.
const refusalDelayMs = 1000;
const refusalIntervalMs = 50;
// Half-life of an account's recent use.
const useHalfLifeMs = 5000;

/** A waiting or running request. */
interface QueueEntry {
  cost: number;
  /** Tokens still to be paid. */
  tokens: number;
  hasStarted: boolean;
  start: () => void;
}

/** The queue of one account or address: a token bucket with limits on running and waiting requests. */
class RequestQueue {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  #tokens: number;
  #refilledAt: number;
  #running = 0;
  #waiting: QueueEntry[] = [];
  #refused = 0;
  #cancelTimer: (() => void) | undefined;
  #use = 0;

  constructor(limits: GateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#tokens = limits.burst;
    this.#refilledAt = clock.now().getTime();
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0 && this.#refused === 0;
  }

  /** Cost of recent requests, decaying exponentially. */
  get recentUse(): number {
    this.#refill();
    return this.#use;
  }

  /** Calls `start` when the request may run. If too many are waiting, rejects after a delay. */
  async join(entry: QueueEntry): Promise<void> {
    const isTooLong = this.#secondsUntil(entry.tokens) > maxTokenWaitSeconds;
    if (isTooLong || this.#waiting.length >= this.#limits.waiting) await this.#refuse(entry.tokens);
    this.#waiting.push(entry);
    this.#startNext();
  }

  /** Removes a waiting or running request. Call once. */
  leave(entry: QueueEntry): void {
    if (entry.hasStarted) this.#running -= entry.cost;
    else this.#waiting = this.#waiting.filter((each) => each !== entry);
    this.#startNext();
  }

  /** A 429 with the time until the next request may come. */
  refusal(tokens: number): ApiError {
    return tooMany(1000 * this.#secondsUntil(tokens));
  }

  refund(tokens: number): void {
    this.#tokens += tokens;
    this.#startNext();
  }

  #startNext(): void {
    this.#refill();
    for (let [next] = this.#waiting; next && this.#canRun(next); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#tokens -= next.tokens;
      this.#use += next.tokens;
      this.#running += next.cost;
      next.hasStarted = true;
      next.start();
    }
    this.#startLater();
  }

  #canRun({ cost, tokens }: QueueEntry): boolean {
    const fits = this.#running === 0 || this.#running + cost <= this.#limits.running;
    return fits && this.#tokens >= Math.min(tokens, this.#limits.burst);
  }

  /** Sets a timer for the next request's tokens. The end of a running request also starts it. */
  #startLater(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [next] = this.#waiting;
    if (!next) return;
    const wait = Math.ceil((1000 * (next.tokens - this.#tokens)) / this.#limits.perSecond);
    if (wait <= 0) return;
    this.#cancelTimer = this.#clock.setTimer(wait, () => this.#startNext());
  }

  /** Refills tokens and decays the recent use up to now. A clock that was set back changes nothing. */
  #refill(): void {
    const now = this.#clock.now().getTime();
    const ms = Math.max(0, now - this.#refilledAt);
    this.#refilledAt = now;
    const { burst, perSecond } = this.#limits;
    this.#tokens = Math.min(burst, this.#tokens + (ms / 1000) * perSecond);
    this.#use *= 0.5 ** (ms / useHalfLifeMs);
  }

  /** Seconds until there are tokens for all waiting requests and one more. */
  #secondsUntil(tokens: number): number {
    this.#refill();
    const needed = this.#waiting.reduce((sum, each) => sum + each.tokens, tokens);
    return (needed - this.#tokens) / this.#limits.perSecond;
  }

  async #refuse(tokens: number): Promise<never> {
    const refusal = this.refusal(tokens);
    if (this.#refused >= this.#limits.refused) throw refusal;
    const delay = refusalDelayMs + this.#refused * refusalIntervalMs;
    this.#refused += 1;
    await new Promise<void>((resolve) => void this.#clock.setTimer(delay, resolve));
    this.#refused -= 1;
    throw refusal;
  }
}

interface SlotOptions extends GateRequest {
  queue: RequestQueue;
  node: NodeQueue | null;
  clock: Clock;
  /** Waiting and running slots. */
  open: Set<Slot>;
}

class Slot implements GateSlot {
  readonly #options: SlotOptions;
  #isPaid = false;
  #isGone = false;
  /** When the slot was acquired. Null while waiting. */
  #acquiredAt: number | null = null;
  #acquiring: Promise<void> | null = null;
  #leave = () => {};
  #interrupt: ((reason: Error) => void) | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** How long the slot has been held, in ms. Null while waiting. */
  get heldMs(): number | null {
    return this.#acquiredAt === null ? null : this.#options.clock.elapsed() - this.#acquiredAt;
  }

  async acquire(): Promise<void> {
    if (this.#isGone) throw new ClientGone();
    if (this.#acquiredAt === null) await (this.#acquiring ??= this.#acquire());
  }

  async #acquire(): Promise<void> {
    const { clock, open } = this.#options;
    open.add(this);
    try {
      await this.#wait();
      // The client may have disconnected since the slot was granted.
      if (this.#isGone) throw new ClientGone();
      this.#isPaid = true;
      this.#acquiredAt = clock.elapsed();
    } catch (error) {
      this.#free();
      throw error;
    } finally {
      this.#acquiring = null;
    }
  }

  async #wait(): Promise<void> {
    const { queue, node, clock, cost, urgency = 'page' } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const nodeEntry = { cost, urgency, recentUse: () => queue.recentUse, start: resolve };
    const queueEntry: QueueEntry = {
      cost,
      tokens: this.#isPaid ? 0 : cost,
      hasStarted: false,
      start: node ? () => node.join(nodeEntry) : resolve,
    };
    this.#interrupt = reject;
    this.#leave = () => {
      node?.leave(nodeEntry);
      queue.leave(queueEntry);
    };
    const cancelTimer = clock.setTimer(node?.maxWaitMs(urgency) ?? maxQueueMs, () => {
      const isRateLimited = !queueEntry.hasStarted && !node?.isOverloaded;
      reject(isRateLimited ? queue.refusal(queueEntry.tokens) : siteBusy);
    });
    queue.join(queueEntry).catch(reject);
    await promise.finally(() => {
      this.#interrupt = null;
      cancelTimer();
    });
  }

  release(): void {
    if (this.#acquiredAt !== null) this.#free();
  }

  #free(): void {
    this.#acquiredAt = null;
    this.#options.open.delete(this);
    this.#leave();
    this.#leave = () => {};
  }

  refund(): void {
    if (this.#isPaid) this.#options.queue.refund(this.#options.cost);
  }

  abandon(): void {
    this.#isGone = true;
    this.#interrupt?.(new ClientGone());
    if (this.#acquiredAt === null) return;
    this.#options.clock.setTimer(maxAbandonedMs, () => this.release());
  }
}

export class RequestGate {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  readonly #node: NodeQueue | null;
  readonly #queues = new Map<string, RequestQueue>();
  readonly #open = new Set<Slot>();

  /** Requests that pass the gate also wait in the node's queue, if given. */
  constructor(limits: GateLimits, clock: Clock, node: NodeQueue | null = null) {
    this.#limits = limits;
    this.#clock = clock;
    this.#node = node;
  }

  slot(account: string, request: GateRequest): GateSlot {
    const queue = this.#queues.get(account) ?? new RequestQueue(this.#limits, this.#clock);
    // Reinserted to keep the map in LRU order.
    this.#queues.delete(account);
    this.#queues.set(account, queue);
    this.#forgetIdle();
    return new Slot({ ...request, queue, node: this.#node, clock: this.#clock, open: this.#open });
  }

  /** How long each open slot has been held, in ms. Null for waiting ones. */
  heldMs(): (number | null)[] {
    return Array.from(this.#open, (slot) => slot.heldMs);
  }

  #forgetIdle(): void {
    if (this.#queues.size <= maxQueues) return;
    const [oldest] = this.#queues;
    if (oldest?.[1].isIdle) this.#queues.delete(oldest[0]);
  }
}
