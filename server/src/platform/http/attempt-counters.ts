// Counts attempts per key in this process. What must hold across nodes is counted in the database: wrong passwords
// (login-failures.service.ts), emails (mail-queue.ts) and quotas.

export interface RateLimit {
  max: number;
  /** In ms, from the first attempt on. */
  timeWindow: number;
}

export interface Attempts {
  count: number;
  /** Ms until the count begins anew. */
  ttl: number;
}

// Keys remembered at the most; the least recently used goes first.
const remembered = 20_000;

export class AttemptCounters {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts one more; the window, in ms, begins with the first. */
  add(key: string, window: number): Attempts {
    const now = performance.now();
    const { count, ttl } = this.read(key);
    const next = { count: count + 1, endsAt: now + (count === 0 ? window : ttl) };
    // Deleted and set again, so that the map is in the order of last use.
    this.#windows.delete(key);
    this.#windows.set(key, next);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > remembered && oldest !== undefined) this.#windows.delete(oldest);
    return { count: next.count, ttl: next.endsAt - now };
  }

  read(key: string): Attempts {
    const now = performance.now();
    const last = this.#windows.get(key);
    return last && last.endsAt > now
      ? { count: last.count, ttl: last.endsAt - now }
      : { count: 0, ttl: 0 };
  }
}
