export class Subscribers<Args extends unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns a function that unsubscribes. */
  readonly subscribe = (subscriber: (...args: Args) => void): (() => void) => {
    this.#all.add(subscriber);
    return () => void this.#all.delete(subscriber);
  };

  /** Calls those that had subscribed before and still do. An error is thrown later, so that the others still run. */
  call(...args: Args): void {
    for (const subscriber of new Set(this.#all)) {
      try {
        if (this.#all.has(subscriber)) subscriber(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
