// Where something that is held scrolls a list: at an edge of a list with `data-drag-scroll`.

/** Within this distance from the edge, in px. */
const scrollEdge = 40;

export interface Edge {
  list: Element;
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** The nearest list around `under` that can scroll on towards the edge at which something is held. */
export function edgeAt(held: { at: { x: number; y: number }; under: Element | null }): Edge | null {
  const { at, under } = held;
  let list = under?.closest('[data-drag-scroll]');
  while (list) {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = list;
    const x = wayAt(at.x, [left, right], [scrollLeft, scrollWidth - clientWidth]);
    const y = wayAt(at.y, [top, bottom], [scrollTop, scrollHeight - clientHeight]);
    if (x !== 0 || y !== 0) return { list, x, y };
    list = list.parentElement?.closest('[data-drag-scroll]');
  }
  return null;
}

type Pair = readonly [number, number];

function wayAt(at: number, [first, last]: Pair, [scrolled, most]: Pair): -1 | 0 | 1 {
  if (at < first + scrollEdge) return scrolled > 0 ? -1 : 0;
  // Positions between two pixels are rounded.
  return at > last - scrollEdge && scrolled < most - 1 ? 1 : 0;
}
