// Records tasks and paints of a measured page. Runs in the browser before the product's scripts.

interface Watched {
  lcp: number;
  cls: number;
  /** Input to next paint, in ms. The browser rounds to 8 ms and omits durations under 16 ms. */
  interactions: number[];
  /** Tasks over 50 ms. */
  longTasks: { startMs: number; ms: number }[];
  /** Frame durations in ms since `watchFrames`. */
  frames: number[];
  /** Time of the last Enter key, in ms since the epoch. */
  enterAt: number;
  /** Number of frames begun since then. */
  framesSinceEnter: number;
}

interface Seen {
  /** Paint time of the card, in ms since the epoch. */
  at: number;
  /** The frame that shows the card, counted from Enter. 1 is the earliest possible. */
  frame: number;
}

declare global {
  interface Window {
    watched: Watched;
    /** Forces the browser to render every frame. Distorts other measurements. */
    watchFrames(isOn: boolean): void;
    /** Resolves once a card with the text is painted. */
    seen(text: string): Promise<Seen>;
  }
}

/** Must be self-contained, because its source is sent to the browser. */
export function watchPage(): void {
  const watched: Watched = {
    lcp: 0,
    cls: 0,
    interactions: [],
    longTasks: [],
    frames: [],
    enterAt: 0,
    framesSinceEnter: 0,
  };
  window.watched = watched;
  function observe(type: string, note: (entry: PerformanceEntry) => void): void {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  }
  // TypeScript's DOM types lack these fields.
  const field = (entry: PerformanceEntry, name: string): number => Number(Reflect.get(entry, name));
  observe('largest-contentful-paint', (entry) => {
    watched.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!field(entry, 'hadRecentInput')) watched.cls += field(entry, 'value');
  });
  observe('event', (entry) => {
    if (field(entry, 'interactionId')) watched.interactions.push(entry.duration);
  });
  observe('longtask', (entry) => {
    watched.longTasks.push({ startMs: entry.startTime, ms: entry.duration });
  });
  let isWatching = false;
  window.watchFrames = (isOn) => {
    isWatching = isOn;
    let frameAt = Number.NaN;
    requestAnimationFrame(function onFrame(time) {
      if (!isWatching) return;
      if (!Number.isNaN(frameAt)) watched.frames.push(time - frameAt);
      frameAt = time;
      requestAnimationFrame(onFrame);
    });
  };
  const now = () => performance.timeOrigin + performance.now();
  // Inspect only cards. Searching all elements of a large board would distort the measurement.
  function cardsIn(node: Node): Iterable<Element> {
    const element = node instanceof Element ? node : node.parentElement;
    const card = element?.closest('main article');
    return card ? [card] : (element?.querySelectorAll('article') ?? []);
  }
  let counting = 0;
  function countFrame(): void {
    watched.framesSinceEnter += 1;
    counting = requestAnimationFrame(countFrame);
  }
  window.seen = (text) =>
    new Promise((resolve) => {
      const isIn = (node: Node) =>
        [...cardsIn(node)].some((card) => card.textContent.includes(text));
      const look = new MutationObserver((records) => {
        // Ignore the composer, which contains the draft before the note exists.
        const changed = records.flatMap(({ type, target, addedNodes }) =>
          type === 'childList' ? [...addedNodes] : [target],
        );
        if (!changed.some((node) => isIn(node))) return;
        look.disconnect();
        // Runs after `countFrame`, which requested this frame earlier.
        requestAnimationFrame(() => {
          cancelAnimationFrame(counting);
          const frame = watched.framesSinceEnter;
          // A task posted from a frame callback runs after the paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ at: now(), frame });
          port2.postMessage(null);
        });
      });
      look.observe(document, { childList: true, subtree: true, characterData: true });
    });
  function onKey({ key }: KeyboardEvent): void {
    if (key !== 'Enter') return;
    Object.assign(watched, { enterAt: now(), framesSinceEnter: 0 });
    cancelAnimationFrame(counting);
    counting = requestAnimationFrame(countFrame);
  }
  addEventListener('keydown', onKey, true);
}
