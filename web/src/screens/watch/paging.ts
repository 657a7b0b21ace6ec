// Finds the largest type in which everything fits, otherwise pages. The page depends on the server's time, so that all
// screens turn together.

export const pageMs = 8000;

/** In px from the top of a list. */
export interface Span {
  top: number;
  bottom: number;
}

/** The largest whole size that fits, else the smallest. A size that fits implies that smaller ones fit. */
export function fittingSize(
  sizes: { most: number; least: number },
  fits: (size: number) => boolean,
): number {
  let { least, most } = sizes;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/**
 * As few pages as possible, evenly filled. They cut no entry, except one higher than the room: it spans several pages with
 * a tenth of overlap.
 */
export function pagesOf(entries: readonly Span[], room: number): Span[] {
  const { length } = filledPages(entries, room);
  const highest = Math.max(0, ...entries.map(({ top, bottom }) => bottom - top));
  const spare = fittingSize(
    { least: 0, most: Math.floor(Math.max(0, room - highest)) },
    (size) => filledPages(entries, room - size).length === length,
  );
  return filledPages(entries, room - spare);
}

function filledPages(entries: readonly Span[], room: number): Span[] {
  const pages: Span[] = [];
  for (const { top, bottom } of entries) {
    const last = pages.at(-1);
    if (last && bottom - last.top <= room) {
      last.bottom = Math.max(last.bottom, bottom);
      continue;
    }
    let from = top;
    while (room > 0 && from + room < bottom) {
      pages.push({ top: from, bottom: from + room });
      from += room * 0.9;
    }
    pages.push({ top: from, bottom });
  }
  return pages;
}

/** `elapsed` in ms since the first page's time began; negative while cards turn over. */
export function pageAt(elapsed: number, pages: number): number {
  return Math.floor(Math.max(0, elapsed) / pageMs) % Math.max(1, pages);
}

/** How many entries the page does not show completely. */
export function countOutside(entries: readonly Span[], page: Span): number {
  const reach = { top: page.top - 1, bottom: page.bottom + 1 };
  return entries.filter(({ top, bottom }) => {
    const isHigher = bottom - top > page.bottom - page.top;
    return bottom > reach.bottom || (isHigher ? bottom : top) < reach.top;
  }).length;
}
