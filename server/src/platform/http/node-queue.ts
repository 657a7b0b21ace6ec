// Schedules requests on this node. With spare capacity, each starts immediately. Under overload, few run at a time: the
// most urgent first, then accounts with the least recent use. Requests that cannot run soon are rejected, because work
// after the client's timeout is wasted.
import type { Clock } from '#server/platform/clock';

/** `board`: open boards; `page`: everything else that pages need; `batch`: slow requests that nobody watches. */
export type Urgency = 'board' | 'page' | 'batch';

export interface QueuedRequest {
  urgency: Urgency;
  /** Recent use of the request's account. */
  recentUse(): number;
  start(): void;
}

const ranks: Record<Urgency, number> = { board: 0, page: 1, batch: 2 };
// Maximum wait in ms. If the queue never empties, a longer wait helps nobody (CoDel).
const maxWaitMs: Record<Urgency, number> = { board: 5000, page: 5000, batch: 10_000 };
const overloadMaxWaitMs = 1000;
const overloadedAfterMs = 2000;
// The minimum of running requests. With more, they would only share the processor (docs/security.md, "Load").
export const minRunning = 4;
// Ms until saturation is checked again: soon after a start, later after saturation.
const recheckDelayMs = { start: 1, saturation: 20 };

export class NodeQueue {
  readonly #clock: Clock;
  readonly #isSaturated: () => boolean;
  readonly #waiting = new Set<QueuedRequest>();
  readonly #running = new Set<QueuedRequest>();
  #nonEmptySince = 0;
  #isRecheckScheduled = false;

  constructor(clock: Clock, isSaturated: () => boolean) {
    this.#clock = clock;
    this.#isSaturated = isSaturated;
  }

  /** Whether requests arrive faster than they are served. */
  get isOverloaded(): boolean {
    if (this.#waiting.size === 0) return false;
    return this.#clock.elapsed() - this.#nonEmptySince > overloadedAfterMs;
  }

  /** Maximum wait of a new request, in ms. */
  maxWaitMs(urgency: Urgency): number {
    return urgency !== 'batch' && this.isOverloaded ? overloadMaxWaitMs : maxWaitMs[urgency];
  }

  /** Calls `start` when the request may run. */
  join(request: QueuedRequest): void {
    if (this.#waiting.size === 0) this.#nonEmptySince = this.#clock.elapsed();
    this.#waiting.add(request);
    this.#startNext();
  }

  /** Call when the request has ended or stops waiting. Idempotent. */
  leave(request: QueuedRequest): void {
    this.#waiting.delete(request);
    this.#running.delete(request);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#waiting.size > 0 && this.#hasRoom()) {
      const next = this.#first();
      if (!next) return;
      this.#waiting.delete(next);
      this.#running.add(next);
      next.start();
    }
  }

  #hasRoom(): boolean {
    if (this.#running.size < minRunning) return true;
    if (this.#isRecheckScheduled) return false;
    const isSaturated = this.#isSaturated();
    this.#recheckLater(isSaturated ? recheckDelayMs.saturation : recheckDelayMs.start);
    return !isSaturated;
  }

  #recheckLater(ms: number): void {
    this.#isRecheckScheduled = true;
    this.#clock.setTimer(ms, () => {
      this.#isRecheckScheduled = false;
      this.#startNext();
    });
  }

  /** The most urgent request; among equals, of the account with the least recent use. */
  #first(): QueuedRequest | undefined {
    let first: { request: QueuedRequest; rank: number; use: number } | undefined;
    for (const request of this.#waiting) {
      const rank = ranks[request.urgency];
      const use = request.recentUse();
      if (!first || rank < first.rank || (rank === first.rank && use < first.use)) {
        first = { request, rank, use };
      }
    }
    return first?.request;
  }
}

const sampleMs = 100;
const busyShare = 0.95;

/** Returns a function that tells whether the event loop was recently saturated. */
export function eventLoopWatch(): () => boolean {
  let last = performance.eventLoopUtilization();
  let sampledAt = performance.now();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - sampledAt < sampleMs) return isBusy;
    isBusy = performance.eventLoopUtilization(last).utilization > busyShare;
    last = performance.eventLoopUtilization();
    sampledAt = now;
    return isBusy;
  };
}
