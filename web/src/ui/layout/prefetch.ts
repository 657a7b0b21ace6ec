/** How long a page is at rest before code that may be needed next is fetched, in ms. */
export const prefetchAfterMs = 1000;

type Fetch = () => Promise<void>;

/** Whether the person has asked the browser to send little. Not every browser knows that. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 50);
  });
}

/**
 * Fetches code ahead of need, so that the app stays whole where the network goes away: one piece at a time while the
 * browser is idle, and again when it comes back online. `list` is asked after each piece, because code that has come can
 * name more. Returns a function that stops it.
 */
export function prefetchWhenIdle(list: () => readonly Fetch[]): () => void {
  if (savesData()) return () => undefined;
  const stop = new AbortController();

  async function run(): Promise<void> {
    const done = new Set<Fetch>();
    for (;;) {
      await untilIdle();
      const next = list().find((each) => !done.has(each));
      if (!next || stop.signal.aborted || !navigator.onLine) return;
      done.add(next);
      await next();
    }
  }

  const timer = setTimeout(() => void run(), prefetchAfterMs);
  window.addEventListener('online', () => void run(), { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
