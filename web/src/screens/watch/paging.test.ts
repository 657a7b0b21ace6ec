import { expect, test } from 'vitest';

import { countOutside, fittingSize, pageAt, pageMs, pagesOf, type Span } from './paging.ts';

/** Entries of these heights, one below the other. */
function stacked(...heights: number[]): Span[] {
  let top = 0;
  return heights.map((height) => {
    const span = { top, bottom: top + height };
    top += height;
    return span;
  });
}

test.each([
  [34, 34],
  [27, 27],
  [22, 22],
  [10, 22],
])('type is as large as fits: %i px fits, %i px is used', (fitting, shown) => {
  expect(fittingSize({ most: 34, least: 22 }, (size) => size <= fitting)).toBe(shown);
});

test('content that fits is one page', () => {
  expect(pagesOf(stacked(40, 60), 100)).toEqual([{ top: 0, bottom: 100 }]);
  expect(pagesOf([], 100)).toEqual([]);
});

test('a page ends before an entry that it would cut', () => {
  const pages = pagesOf(stacked(40, 40, 40, 100), 100);
  expect(pages).toEqual([
    { top: 0, bottom: 80 },
    { top: 80, bottom: 120 },
    { top: 120, bottom: 220 },
  ]);
});

test('an entry higher than the room spans pages, and the next one follows on its last', () => {
  const entries = stacked(20, 250, 20);
  const pages = pagesOf(entries, 100);
  expect(pages.map(({ bottom, top }) => bottom - top <= 100)).not.toContain(false);
  expect(pages[1]).toEqual({ top: 20, bottom: 120 });
  expect(pages.at(-1)?.bottom).toBe(290);
  for (const [at, page] of pages.slice(2).entries()) {
    expect(page.top).toBeLessThan(pages[at + 1]?.bottom ?? 0);
  }
});

test('a place without room has one page', () => {
  expect(pagesOf(stacked(40), 0)).toEqual([{ top: 0, bottom: 40 }]);
});

test('pages are evenly filled', () => {
  const pages = pagesOf(stacked(...Array.from({ length: 10 }, () => 10)), 80);
  expect(pages).toEqual([
    { top: 0, bottom: 50 },
    { top: 50, bottom: 100 },
  ]);
});

test('the first page waits until the cards have turned over', () => {
  const at = (ms: number): number => pageAt(ms, 3);
  expect([-1, 0, pageMs - 1, pageMs, 2 * pageMs, 3 * pageMs].map(at)).toEqual([0, 0, 0, 1, 2, 0]);
  expect(pageAt(pageMs, 0)).toBe(0);
});

test('counts entries not on the page, before and after it', () => {
  const entries = stacked(40, 40, 40, 40);
  expect(countOutside(entries, { top: 40, bottom: 120 })).toBe(2);
  expect(countOutside(entries, { top: 0, bottom: 160 })).toBe(0);
});

test('an entry over several pages counts for the page with its end', () => {
  const entries = stacked(250);
  expect(countOutside(entries, { top: 0, bottom: 100 })).toBe(1);
  expect(countOutside(entries, { top: 180, bottom: 250 })).toBe(0);
});
