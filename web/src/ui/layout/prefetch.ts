import { heldMedia, untilIdle } from './code-loader.ts';

/** Idle time of the network before prefetching, in ms. */
export const prefetchAfterMs = 1000;

/** Asks the boot script to fetch the code of the page after a login, without running it. */
export const firstPageEvent = 'firstpage';

export type Fetch = () => Promise<void>;

/** Whether the browser's data saver is on. Not every browser reports it. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}

/** Calls `onRest` once the network is idle. Returns a function that cancels. */
function onceAtRest(onRest: () => void): () => void {
  let timer = setTimeout(rest, prefetchAfterMs);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(rest, prefetchAfterMs);
  });
  observer.observe({ type: 'resource' });
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  function rest(): void {
    stop();
    onRest();
  }
  return stop;
}

/** Holds new style sheets back until a part needs them, because each restyles the whole page. */
async function fetchUnapplied(next: Fetch): Promise<void> {
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') node.media = heldMedia;
    }
  });
  observer.observe(document.head, { childList: true });
  await next();
  observer.disconnect();
}

/**
 * Prefetches code, so that the app works during an outage: one file at a time while the browser is idle, and again when it
 * comes back online. `list` is called after each file, because loaded code can add entries. Returns a function that cancels.
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
      await fetchUnapplied(next);
    }
  }

  const stopWaiting = onceAtRest(() => void run());
  window.addEventListener('online', () => void run(), { signal: stop.signal });
  return () => {
    stopWaiting();
    stop.abort();
  };
}
