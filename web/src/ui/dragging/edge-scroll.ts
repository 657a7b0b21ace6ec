// Scrolls a list with `data-drag-scroll` while an item is held at its edge.

/** Within this distance from the edge, in px. */
const scrollEdge = 40;

/** Delay before the list scrolls. */
const scrollDelayMs = 200;
const scrollPxPerMs = 0.6;

interface AtEdge {
  at: { x: number; y: number };
  under: Element | null;
}

interface Edge {
  list: Element;
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** Scrolls in every animation frame, because a pointer that does not move fires no events. */
export class EdgeScroller {
  readonly #held: () => AtEdge | null;
  readonly #onScrolled: () => void;
  #isScrolling = false;

  /** `onScrolled` runs after each step, because another element is under the pointer then. */
  constructor(held: () => AtEdge | null, onScrolled: () => void) {
    this.#held = held;
    this.#onScrolled = onScrolled;
  }

  /** Call on every move. Stops away from the edge, or when `signal` aborts at the end of the gesture. */
  start(signal: AbortSignal): void {
    if (this.#isScrolling || !this.#edge()) return;
    this.#isScrolling = true;
    let frame = 0;
    let last: number | undefined;
    const startedAt = performance.now();
    const scroll = (now: number): void => {
      const edge = this.#edge();
      if (!edge) {
        this.#isScrolling = false;
        return;
      }
      frame = requestAnimationFrame(scroll);
      // Moving across an edge must not scroll.
      if (now - startedAt < scrollDelayMs) return;
      const step = scrollPxPerMs * Math.min(now - (last ?? now), 50);
      last = now;
      edge.list.scrollBy({ left: edge.x * step, top: edge.y * step, behavior: 'instant' });
      this.#onScrolled();
    };
    frame = requestAnimationFrame(scroll);
    signal.addEventListener('abort', () => {
      cancelAnimationFrame(frame);
      this.#isScrolling = false;
    });
  }

  #edge(): Edge | null {
    const held = this.#held();
    return held && edgeAt(held);
  }
}

/** The nearest list around `under` that can scroll further towards the held edge. */
function edgeAt({ at, under }: AtEdge): Edge | null {
  let list = under?.closest('[data-drag-scroll]');
  while (list) {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = list;
    const x = directionAt(at.x, [left, right], [scrollLeft, scrollWidth - clientWidth]);
    const y = directionAt(at.y, [top, bottom], [scrollTop, scrollHeight - clientHeight]);
    if (x !== 0 || y !== 0) return { list, x, y };
    list = list.parentElement?.closest('[data-drag-scroll]');
  }
  return null;
}

type Pair = readonly [number, number];

function directionAt(at: number, [first, last]: Pair, [scrolled, most]: Pair): -1 | 0 | 1 {
  if (at < first + scrollEdge) return scrolled > 0 ? -1 : 0;
  // Scroll positions may be fractions of a pixel.
  return at > last - scrollEdge && scrolled < most - 1 ? 1 : 0;
}
