// What a page under measurement is asked to note of itself; runs in the browser, before anything of the product.

interface Watched {
  lcp: number;
  cls: number;
  /** From a key or a press to the paint after it, in ms; the browser rounds to 8 and leaves out what is under 16. */
  interactions: number[];
  /** Tasks over 50 ms, in ms. */
  longTasks: number[];
  /** From one frame to the next, in ms. */
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
  // What the types of the browser do not know yet.
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
    watched.longTasks.push(entry.duration);
  });
  let frameAt = Number.NaN;
  requestAnimationFrame(function onFrame(time) {
    if (!Number.isNaN(frameAt)) watched.frames.push(time - frameAt);
    frameAt = time;
    watched.framesSinceEnter += 1;
    requestAnimationFrame(onFrame);
  });
  const now = () => performance.timeOrigin + performance.now();
  window.seen = (text) =>
    new Promise((resolve) => {
      const look = new MutationObserver(() => {
        // The column's composer has the draft in it before there is a note.
        const cards = document.querySelectorAll('main article');
        if (![...cards].some((card) => card.textContent.includes(text))) return;
        look.disconnect();
        // After the count above, which asked for this frame earlier.
        requestAnimationFrame(() => resolve({ at: now(), frame: watched.framesSinceEnter }));
      });
      look.observe(document, { childList: true, subtree: true, characterData: true });
    });
  function onKey({ key }: KeyboardEvent): void {
    if (key === 'Enter') Object.assign(watched, { enterAt: now(), framesSinceEnter: 0 });
  }
  addEventListener('keydown', onKey, true);
}
