// The simulated clock, which only the simulator advances. Each node and page has its own view, which can be skewed and
// ends with its owner, whose timers then never fire.
import type { Clock as ServerClock } from '../../server/src/platform/clock.ts';
import type { Clock as PageClock } from '../../web/src/live/clock.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** The clock of one owner, which may die. */
interface OwnedClock {
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

  /** `skew()` applies to the node's wall clock, not to its timers. */
  ofNode(skew: () => number): ServerClock & OwnedClock {
    let dead = false;
    return {
      now: () => new Date(this.#now + skew()),
      elapsed: () => this.#now,
      setTimer: (ms, act) => this.#addTimer(ms, () => dead || act()),
      end: () => (dead = true),
    };
  }

  ofPage(): PageClock & OwnedClock {
    let dead = false;
    return {
      now: () => this.#now,
      set: () => {},
      correct: () => {},
      setTimer: (ms, run) => this.#addTimer(ms, () => dead || run()),
      end: () => (dead = true),
    };
  }

  /** Runs the timers of the next `ms` in order, and awaits `rest` after each. */
  async advance(ms: number, rest: () => Promise<void>): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.at <= until && (!next || timer.at < next.at)) next = timer;
      }
      if (!next) break;
      this.#removeTimer(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await rest();
    }
    this.#now = until;
  }

  #addTimer(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => this.#removeTimer(timer);
  }

  #removeTimer(timer: Timer): void {
    this.#timers = this.#timers.filter((each) => each !== timer);
  }
}
