// One clock for a whole simulated world: time moves only when the simulator says so. Each node and each page has a
// face of it that can go wrong (skew) and ends with its owner (dead timers never ring).
import type { Clock as ServerClock } from '../../server/src/platform/clock.ts';
import type { Clock as PageClock } from '../../web/src/live/clock.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** A clock of one owner, who may die. */
interface Face {
  end(): void;
}

export class SimClock {
  #now: number;
  #timers: Timer[] = [];

  constructor(start = Date.parse('2026-03-02T09:00:00.000Z')) {
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  /** Of a node, whose wall clock may be wrong by `skew()`; what it waits for does not depend on that. */
  ofNode(skew: () => number): ServerClock & Face {
    let dead = false;
    return {
      now: () => new Date(this.#now + skew()),
      setTimer: (ms, act) => this.#after(ms, () => dead || act()),
      end: () => (dead = true),
    };
  }

  ofPage(): PageClock & Face {
    let dead = false;
    return {
      now: () => this.#now,
      setTimer: (ms, run) => this.#after(ms, () => dead || run()),
      end: () => (dead = true),
    };
  }

  /** Lets `ms` pass; what falls due runs in its order, and each comes to rest before the next. */
  async advance(ms: number, rest: () => Promise<void>): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.at <= until && (!next || timer.at < next.at)) next = timer;
      }
      if (!next) break;
      this.#drop(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await rest();
    }
    this.#now = until;
  }

  #after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => this.#drop(timer);
  }

  #drop(timer: Timer): void {
    this.#timers = this.#timers.filter((each) => each !== timer);
  }
}
