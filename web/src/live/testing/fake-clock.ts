import type { Clock } from '../clock.ts';

/** A clock that a test advances. Pending promises settle between two timers. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-03-02T09:00:00.000Z');
  #timers: { dueAt: number; callback: () => void }[] = [];
  /** The server's times that the client has learned. */
  readonly learned: { set?: string; correct?: string }[] = [];

  set(now: number): void {
    this.learned.push({ set: new Date(now).toISOString() });
  }

  correct(sentAt: number): void {
    this.learned.push({ correct: new Date(sentAt).toISOString() });
  }

  now(): number {
    return this.#now;
  }

  setTimer(ms: number, callback: () => void): () => void {
    const timer = { dueAt: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** As if the server had told another time: none passes. */
  shift(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) timer.dueAt += ms;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.dueAt - b.dueAt)[0];
      if (!next || next.dueAt > end) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = next.dueAt;
      next.callback();
      await settled();
    }
    this.#now = end;
  }
}

/** Resolves when all promises that do not wait for a timer have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
