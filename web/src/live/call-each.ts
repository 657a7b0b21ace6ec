/** Calls all subscribers. An error is thrown later, so that the others still run. */
export function callEach<Args extends unknown[]>(
  subscribers: Iterable<(...args: Args) => void>,
  ...args: Args
): void {
  for (const subscriber of subscribers) {
    try {
      subscriber(...args);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
