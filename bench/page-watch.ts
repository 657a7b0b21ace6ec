// Makes a page under measurement note its own tasks and paints; runs in the browser, before anything of the product.

interface Watched {
  lcp: number;
  cls: number;
  /** From a key or a press to the paint after it, in ms; the browser rounds to 8 and leaves out what is under 16. */
  interactions: number[];
  /** Tasks over 50 ms. */
  longTasks: { startMs: number; ms: number }[];
  /** From one frame to the next, in ms, since `watchFrames`. */
  frames: number[];
  /** When Enter was pressed last, in ms since the epoch. */
  enterAt: number;
  /** How many frames have begun since then. */
  framesSinceEnter: number;
}

interface Seen {
  /** The moment at which the card is painted, in ms since the epoch. */
  at: number;
  /** The frame that shows it, counted from Enter: 1 is the first that can. */
  frame: number;
}

declare global {
  interface Window {
    watched: Watched;
    /** Has the browser draw every frame, which is work: not while anything else is measured. */
    watchFrames(isOn: boolean): void;
    /** Resolves when a card with the text is painted. */
    seen(text: string): Promise<Seen>;
  }
}

/** Stands alone: it is sent to the browser as its source. */
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
  // The browser's types do not know these fields yet.
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
  // Other elements of a board of hundreds of cards are not looked at: that would count as the product's time.
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
        // The column's composer has the draft in it before there is a note.
        const changed = records.flatMap(({ type, target, addedNodes }) =>
          type === 'childList' ? [...addedNodes] : [target],
        );
        if (!changed.some((node) => isIn(node))) return;
        look.disconnect();
        // After the count above, which asked for this frame earlier.
        requestAnimationFrame(() => {
          cancelAnimationFrame(counting);
          const frame = watched.framesSinceEnter;
          // A task that is posted from a frame runs once it is painted.
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
