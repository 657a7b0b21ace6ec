// Measures of the meeting page's frame: visible notes, fixed parts, and shifts.
import type { Locator, Page } from '@playwright/test';

import { expect } from './walk.ts';

export const cards = (page: Page) => page.locator('.note-slot');
export const scrollers = (page: Page) => page.locator('.column-scroller').filter({ visible: true });

/** Notes cut by neither the window nor their column. */
export function wholeNotes(page: Page): Promise<number> {
  return page.evaluate(() => {
    let whole = 0;
    for (const scroller of document.querySelectorAll('.column-scroller')) {
      if (!scroller.checkVisibility()) continue;
      const place = scroller.getBoundingClientRect();
      const [top, bottom] = [Math.max(0, place.top), Math.min(innerHeight, place.bottom)];
      for (const slot of scroller.querySelectorAll('.note-slot')) {
        const card = (slot.querySelector('article, [role=img]') ?? slot).getBoundingClientRect();
        if (card.height > 0 && card.top >= top && card.bottom <= bottom) whole += 1;
      }
    }
    return whole;
  });
}

/** Positions of all parts that must stay in view: bar, controls, tabs, column headers. */
export async function fixedParts(page: Page): Promise<unknown[]> {
  const parts = page
    .locator('.meeting-bar, .meeting-step, .status-line, .column-tabs, .note-column > header')
    .filter({ visible: true });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await parts.evaluateAll((all) =>
    all.map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { name: each.className.split(' ')[0], left, top, right, bottom };
    }),
  );
  for (const { name, left, top, right, bottom } of boxes) {
    expect(left >= 0 && top >= 0 && right <= width && bottom <= height, `${name} in view`).toBe(
      true,
    );
  }
  return boxes;
}

export async function expectNoPageScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    scrollBy(0, 500);
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollY + Math.max(0, scrollHeight - clientHeight);
  });
  expect(over, 'the page scrolls').toBe(0);
}

/** The first whole card of each column, and its position. */
export async function gaze(page: Page, card: Locator): Promise<unknown> {
  const firsts = await scrollers(page).evaluateAll((all) =>
    all.map((each) => {
      const { top } = each.getBoundingClientRect();
      const slots = [...each.querySelectorAll('.note-slot')];
      const first = slots.find((slot) => slot.getBoundingClientRect().top >= top);
      return `${first?.id} ${Math.round(first?.getBoundingClientRect().top ?? 0)}`;
    }),
  );
  const box = await card.boundingBox();
  return { firsts, top: box?.y, left: box?.x };
}

/** Records every visible move that no key or press has caused. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const sources: { node: Element | null }[] = Reflect.get(entry, 'sources');
        shifts.push(
          ...sources.map(
            ({ node }) => (node?.parentElement ?? node)?.outerHTML.slice(0, 200) ?? '?',
          ),
        );
      }
    }).observe({ type: 'layout-shift' });
  });
}

export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        // Two frames later every paint has been reported.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(Reflect.get(window, 'shifts'))),
        );
      }),
  );
}
