import type { HoldLock } from '../command-store.ts';

/** The browser's locks, with pages that a test can close. */
export class FakeLocks {
  readonly #queues = new Map<string, { whileHeld: () => Promise<void>; page: string }[]>();
  readonly #closed = new Set<string>();

  of(page: string): HoldLock {
    return async ({ name, signal }, whileHeld) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      const request = { whileHeld, page };
      queue.push(request);
      signal.addEventListener('abort', () => {
        if (queue[0] !== request) queue.splice(queue.indexOf(request), 1);
      });
      if (queue.length === 1) void this.#grant(name);
    };
  }

  /** The browser releases whatever the page held or waited for. */
  close(page: string): void {
    this.#closed.add(page);
    for (const [name, queue] of this.#queues) {
      const wasHeld = queue[0]?.page === page;
      queue.splice(0, Infinity, ...queue.filter((request) => request.page !== page));
      if (wasHeld) void this.#grant(name);
    }
  }

  async #grant(name: string): Promise<void> {
    const queue = this.#queues.get(name);
    const first = queue?.[0];
    if (!queue || !first) return;
    await first.whileHeld();
    if (queue[0] !== first) return;
    queue.shift();
    await this.#grant(name);
  }
}
