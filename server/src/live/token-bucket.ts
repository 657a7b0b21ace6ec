import type { Clock } from '#server/platform/clock';

/** Limits a rate: `perSecond` on average, and `burst` at once after a pause. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #refilledAt: number;

  constructor(clock: Clock, { perSecond, burst }: { perSecond: number; burst: number }) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#refilledAt = clock.now().getTime();
  }

  take(): boolean {
    const now = this.#clock.now().getTime();
    const seconds = Math.max(0, now - this.#refilledAt) / 1000;
    this.#left = Math.min(this.#burst, this.#left + seconds * this.#perSecond);
    this.#refilledAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
