// Drag and drop by mouse, touch and keyboard. Sources have `data-drag`, drop areas `data-drop`, each with an id; the keyboard
// lifts by the `data-drag-handle` inside. A list with `data-drag-scroll` scrolls while an item is held at its edge. Dragging
// renders nothing: a board has hundreds of cards, so each pointer event may touch one element only.

import { keyOf } from '#web/ui/key-press';

export interface DragCallbacks {
  onLift(id: string): void;
  /** `under` is the element under the pointer, or the drop area that the keyboard has reached. */
  onMove(id: string, under: Element | null): void;
  onDrop(id: string, under: Element | null): void;
  onCancel(id: string): void;
}

type Point = { x: number; y: number };

interface Held {
  id: string;
  source: HTMLElement;
  /** Box of the source when it was lifted. */
  from: DOMRect;
  start: Point;
  at: Point;
  under: Element | null;
}

const mouseDistance = 8;
const touchDelayMs = 300;
const touchTolerance = 5;
/** Browsers fire the click of a press after pointerup. */
const clickAfterMs = 50;

export class DragGestures {
  readonly #callbacks: DragCallbacks;
  #held: Held | null = null;
  #gesture: AbortController | null = null;
  #overlay: HTMLElement | null = null;
  #isScrolling = false;

  constructor(callbacks: DragCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Sets the element that shows the held item. It follows the pointer while it is mounted. */
  readonly setOverlay = (overlay: HTMLElement | null): void => {
    this.#overlay = overlay;
    if (!overlay || !this.#held) return;
    const { left, top, width, height } = this.#held.from;
    Object.assign(overlay.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.#place();
  };

  onMouseDown(event: MouseEvent): void {
    const source = sourceOf(event.target);
    if (event.button !== 0 || !source) return;
    const start = pointOf(event);
    const signal = this.#begin();
    const options = { signal };
    document.addEventListener(
      'mousemove',
      (move) => {
        // The button was released outside this page, such as in another window.
        if ((move.buttons & 1) === 0) {
          this.cancel();
          return;
        }
        const at = pointOf(move);
        if (!this.#held && distance(start, at) >= mouseDistance) this.#lift(source, start);
        this.#moveTo(at);
      },
      options,
    );
    const handleUp = (up: MouseEvent): void => {
      if (up.button === 0) this.#release(pointOf(up));
    };
    document.addEventListener('mouseup', handleUp, options);
  }

  onTouchStart(event: TouchEvent): void {
    const [touch] = event.touches;
    const source = sourceOf(event.target);
    if (!touch || event.touches.length !== 1 || !source || !event.target) return;
    const start = pointOf(touch);
    const signal = this.#begin();
    const timer = setTimeout(() => {
      this.#lift(source, start);
      this.#moveTo(start);
    }, touchDelayMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const handleMove = (move: Event): void => {
      const [next] = move instanceof TouchEvent ? move.touches : [];
      if (!next) return;
      if (this.#held) {
        // Otherwise the page would scroll below what is held.
        if (move.cancelable) move.preventDefault();
        this.#moveTo(pointOf(next));
      } else if (distance(start, pointOf(next)) > touchTolerance) this.cancel();
    };
    // On the element itself: its events no longer reach the document once it is gone.
    event.target.addEventListener('touchmove', handleMove, { signal, passive: false });
    event.target.addEventListener('touchend', () => this.#release(null), { signal });
    event.target.addEventListener('touchcancel', () => this.cancel(), { signal });
  }

  onKeyDown(event: KeyboardEvent): void {
    const isHandle =
      event.target instanceof Element && event.target.closest('[data-drag-handle]') !== null;
    const source = sourceOf(event.target);
    if (!isHandle || !source || !endsByKey(event) || event.repeat || this.#held) return;
    event.preventDefault();
    const signal = this.#begin();
    this.#lift(source, centerOf(source.getBoundingClientRect()));
    this.#callMove(source.closest('[data-drop]'));
    addEventListener('keydown', (next) => this.#onHeldKey(next), { signal, capture: true });
    document.addEventListener('mousedown', () => this.cancel(), { signal, capture: true });
  }

  cancel(): void {
    const held = this.#end();
    if (held) this.#callbacks.onCancel(held.id);
  }

  #begin(): AbortSignal {
    this.cancel();
    this.#gesture = new AbortController();
    const { signal } = this.#gesture;
    const stopIfHeld = (event: Event): void => (this.#held ? event.preventDefault() : undefined);
    // The browser would drag a link or picture out of the page.
    document.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    document.addEventListener('contextmenu', stopIfHeld, { signal });
    document.addEventListener('visibilitychange', () => this.cancel(), { signal });
    document.addEventListener('selectionchange', () => this.#held && unselect(), { signal });
    // A second finger zooms or scrolls.
    const stopForMore = ({ touches }: TouchEvent): void => {
      if (touches.length > 1) this.cancel();
    };
    document.addEventListener('touchstart', stopForMore, { signal, capture: true });
    addEventListener('resize', () => this.cancel(), { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (keyOf(event) !== 'Escape' || !this.#held) return;
        event.preventDefault();
        event.stopPropagation();
        this.cancel();
      },
      { signal, capture: true },
    );
    return signal;
  }

  #lift(source: HTMLElement, start: Point): void {
    const id = source.dataset['drag'] ?? '';
    const from = source.getBoundingClientRect();
    this.#held = { id, source, from, start, at: start, under: source.closest('[data-drop]') };
    source.dataset['inHand'] = '';
    unselect();
    this.#callbacks.onLift(id);
  }

  #moveTo(at: Point): void {
    if (!this.#held) return;
    this.#held.at = at;
    this.#place();
    this.#callMove(this.#elementUnder(at));
    if (this.#gesture) this.#scrollAtEdge(this.#gesture.signal);
  }

  #elementUnder({ x, y }: Point): Element | null {
    const elements = document.elementsFromPoint(x, y);
    // A toast that appears during the gesture must not cover a drop area.
    const covers = (element: Element): boolean =>
      this.#overlay?.contains(element) === true || element.closest('[data-toasts]') !== null;
    return elements.find((element) => !covers(element)) ?? null;
  }

  #callMove(under: Element | null): void {
    if (!this.#held) return;
    this.#held.under = under;
    this.#callbacks.onMove(this.#held.id, under);
  }

  #place(): void {
    if (!this.#held || !this.#overlay) return;
    const { start, at } = this.#held;
    this.#overlay.style.transform = `translate(${at.x - start.x}px, ${at.y - start.y}px)`;
  }

  /** `at` is null if the last move has already reported the position. */
  #release(at: Point | null): void {
    if (this.#held && at) this.#moveTo(at);
    const held = this.#end();
    if (!held) return;
    swallowClick();
    this.#callbacks.onDrop(held.id, held.under);
  }

  #onHeldKey(event: KeyboardEvent): void {
    if (!this.#held) return;
    const way = ways[keyOf(event)];
    if (!way && !endsByKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (way) this.#leadTo(nextArea(this.#held.at, way));
    else if (!event.repeat) {
      const { id, under } = this.#held;
      this.#end();
      this.#callbacks.onDrop(id, under);
    }
  }

  #leadTo(area: Element | null): void {
    if (!this.#held || !area) return;
    this.#held.at = centerOf(area.getBoundingClientRect());
    this.#place();
    this.#callMove(area);
  }

  /**
   * Scrolls in every animation frame, because a pointer that does not move fires no events. Stops away from the edge, or when
   * `signal` aborts at the end of the gesture.
   */
  #scrollAtEdge(signal: AbortSignal): void {
    if (this.#isScrolling || !this.#held || !edgeAt(this.#held)) return;
    this.#isScrolling = true;
    let frame = 0;
    let last: number | undefined;
    const startedAt = performance.now();
    const scroll = (now: number): void => {
      const edge = this.#held && edgeAt(this.#held);
      if (!this.#held || !edge) {
        this.#isScrolling = false;
        return;
      }
      frame = requestAnimationFrame(scroll);
      // Moving across an edge must not scroll.
      if (now - startedAt < scrollDelayMs) return;
      const step = scrollPxPerMs * Math.min(now - (last ?? now), 50);
      last = now;
      edge.list.scrollBy({ left: edge.x * step, top: edge.y * step, behavior: 'instant' });
      // Another element is under the pointer now.
      this.#callMove(this.#elementUnder(this.#held.at));
    };
    frame = requestAnimationFrame(scroll);
    signal.addEventListener('abort', () => {
      cancelAnimationFrame(frame);
      this.#isScrolling = false;
    });
  }

  #end(): Held | null {
    this.#gesture?.abort();
    this.#gesture = null;
    const held = this.#held;
    this.#held = null;
    if (!held) return null;
    delete held.source.dataset['inHand'];
    return held;
  }
}

function sourceOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-drag]') : null;
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point {
  return { x, y };
}

function distance(from: Point, to: Point): number {
  return Math.hypot(from.x - to.x, from.y - to.y);
}

function centerOf({ left, top, width, height }: DOMRect): Point {
  return { x: left + width / 2, y: top + height / 2 };
}

function unselect(): void {
  getSelection()?.removeAllRanges();
}

function swallowClick(): void {
  const ending = new AbortController();
  addEventListener('click', (event) => event.stopPropagation(), {
    capture: true,
    signal: ending.signal,
  });
  setTimeout(() => ending.abort(), clickAfterMs);
}

function endsByKey(event: KeyboardEvent): boolean {
  const key = keyOf(event);
  return key === ' ' || key === 'Enter';
}

const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest visible drop area in this direction; null at the end. */
function nextArea(from: Point, way: Point): Element | null {
  let nearest: { area: Element; far: number } | null = null;
  for (const area of document.querySelectorAll('[data-drop]')) {
    const rect = area.getBoundingClientRect();
    if (rect.width === 0) continue;
    const to = centerOf(rect);
    const ahead = (to.x - from.x) * way.x + (to.y - from.y) * way.y;
    const far = distance(from, to);
    // At least half of the distance must be in this direction: an area below is not to the right.
    if (ahead > 1 && ahead > far / 2 && (!nearest || far < nearest.far)) nearest = { area, far };
  }
  return nearest?.area ?? null;
}

// Scrolls a list with `data-drag-scroll` while an item is held at its edge.

/** Within this distance from the edge, in px. */
const scrollEdge = 40;

const scrollDelayMs = 200;
const scrollPxPerMs = 0.6;

interface Edge {
  list: Element;
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** The nearest list around `under` that can scroll further towards the held edge. */
function edgeAt({ at, under }: Held): Edge | null {
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
