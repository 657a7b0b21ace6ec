// Which request the node works on next. While it has capacity, each starts at once. Under overload few run at a time, the
// most urgent first and those of accounts that used least before others; what cannot be served soon is refused, because
// an answer that comes after the client has given up is work for nothing.
import type { Clock } from '#server/platform/clock';

/** Changes and reads of open boards, what else a page needs, and what nobody looks at while it takes long. */
export type Urgency = 'board' | 'page' | 'batch';

export interface QueuedRequest {
  urgency: Urgency;
  /** The recent use of its account. */
  recentUse(): number;
  start(): void;
}

const ranks: Record<Urgency, number> = { board: 0, page: 1, batch: 2 };
// Ms that a request waits. In a queue that never empties, a longer wait serves nobody (CoDel).
const patience: Record<Urgency, number> = { board: 5000, page: 5000, batch: 10_000 };
const overloadPatience = 1000;
const overloadedAfter = 2000;
// Requests that always run. More would only share the processor (docs/security.md, "Load").
export const alwaysRunning = 4;
// Ms until the node is looked at again: soon after a start, later if it was saturated.
const lookAgainAfter = { start: 1, saturation: 20 };

export class NodeQueue {
  readonly #clock: Clock;
  readonly #isSaturated: () => boolean;
  readonly #waiting = new Set<QueuedRequest>();
  readonly #running = new Set<QueuedRequest>();
  #nonEmptySince = 0;
  #isLooking = false;

  constructor(clock: Clock, isSaturated: () => boolean) {
    this.#clock = clock;
    this.#isSaturated = isSaturated;
  }

  /** Whether requests come faster than they are served. */
  get isOverloaded(): boolean {
    if (this.#waiting.size === 0) return false;
    return this.#clock.elapsed() - this.#nonEmptySince > overloadedAfter;
  }

  /** Ms that a request may wait that comes now. */
  patienceMs(urgency: Urgency): number {
    return urgency !== 'batch' && this.isOverloaded ? overloadPatience : patience[urgency];
  }

  /** Calls `start` when the request may run. */
  join(request: QueuedRequest): void {
    if (this.#waiting.size === 0) this.#nonEmptySince = this.#clock.elapsed();
    this.#waiting.add(request);
    this.#startNext();
  }

  /** The request has ended, or waits no longer. Safe to call twice. */
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
    if (this.#running.size < alwaysRunning) return true;
    if (this.#isLooking) return false;
    const isSaturated = this.#isSaturated();
    this.#lookAgain(isSaturated ? lookAgainAfter.saturation : lookAgainAfter.start);
    return !isSaturated;
  }

  #lookAgain(ms: number): void {
    this.#isLooking = true;
    this.#clock.setTimer(ms, () => {
      this.#isLooking = false;
      this.#startNext();
    });
  }

  /** The most urgent one; among equals, that of the account that has used least. */
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

/** Whether the event loop had next to no pause lately. */
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
