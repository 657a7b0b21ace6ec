import type { Clock } from '../clock.ts';

/** A clock that a test turns by hand; between two timers everything that was promised gets its turn. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-03-02T09:00:00.000Z');
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = end;
  }
}

/** Waits until every promise that can be kept without time passing has been. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
