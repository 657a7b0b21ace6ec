// Small windows and large text: 400 % zoom, phone landscape, large default letters, and WCAG 1.4.12 text spacing. Nothing is
// cut or overlaps, and everything can be scrolled into view.
import type { CDPSession, Page } from '@playwright/test';

import { isAllSizes } from './each-size.ts';
import { coveredControls, textFaults } from './layout-faults.ts';
import { expect } from './walk.ts';

/** Names given by people: they may be cut if shown whole elsewhere. */
export const names = [
  'Rocket',
  'Harbour',
  'Sprint ',
  'Robin Field',
  'Sasha Brook',
  'Ada Byron',
  'Ben Okri',
  '@example.com',
];

interface Look {
  name: string;
  width: number;
  height: number;
  /** In px; 16 by default. */
  letters?: number;
  isSpaced?: boolean;
}

const atZoom: Look = { name: '400 % zoom', width: 320, height: 256 };
const atZoomLargest: Look = { ...atZoom, name: 'letters of 32 px at 400 % zoom', letters: 32 };
const onPhone: Look = { name: 'letters of 24 px on a phone', width: 390, height: 844, letters: 24 };
const onPhoneLargest: Look = { ...onPhone, name: 'letters of 32 px on a phone', letters: 32 };
const onNarrow: Look = { name: 'letters of 24 px at 320 px', width: 320, height: 568, letters: 24 };
const largest: Look = { name: 'letters of 32 px', width: 1280, height: 800, letters: 32 };

export const spacedNarrow: Look = {
  name: 'text spacing at 320 px',
  width: 320,
  height: 568,
  isSpaced: true,
};

/** Between the extremes. */
const others: readonly Look[] = [
  onPhone,
  onNarrow,
  { name: 'a small phone on its side', width: 667, height: 375 },
  { name: 'text spacing on a phone', width: 390, height: 844, isSpaced: true },
  { name: '480 × 384', width: 480, height: 384 },
  { name: 'a phone on its side', width: 844, height: 390 },
  spacedNarrow,
  { name: 'text spacing on a desk', width: 1280, height: 800, isSpaced: true },
];

export const looks: readonly Look[] = [
  atZoom,
  atZoomLargest,
  onPhoneLargest,
  largest,
  ...(isAllSizes ? others : []),
];

/** For dialogs and menus. */
export const looksOfDialogs: readonly Look[] = [
  atZoom,
  atZoomLargest,
  onPhoneLargest,
  largest,
  ...(isAllSizes ? [onPhone, onNarrow] : []),
];

const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Judges what is in view in each look. Restores size and letters. */
export async function judgeRoom(page: Page, what: string, chosen: readonly Look[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const look of chosen) {
    await change(page, cdp, look);
    // Soft: one run lists every faulty page.
    const { name } = look;
    const faultless = { cut: [], overlapping: [] };
    expect.soft(await textFaults(page, names), `${what}, ${name}: texts`).toEqual(faultless);
    expect.soft(await coveredControls(page), `${what}, ${name}: controls`).toEqual([]);
    expect
      .soft(await sidewaysScroll(page), `${what}, ${name} scrolls sideways`)
      .toBeLessThanOrEqual(0);
  }
  await change(page, cdp, size);
  await cdp.detach();
}

/** In place, without another load. */
async function change(
  page: Page,
  cdp: CDPSession,
  { width, height, letters = 16, isSpaced = false }: Omit<Look, 'name'>,
): Promise<void> {
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: letters } });
  const { width: before, height: high } = page.viewportSize() ?? {};
  if (width !== before || height !== high) await page.setViewportSize({ width, height });
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      // A popup moves in the frame after the change.
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    },
    isSpaced ? textSpacing : '',
  );
}

/** Sideways overflow, in px, of the page and of boxes that scroll down only. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = document.querySelectorAll(':root, [class*=overflow-y-auto]');
    return Math.max(...[...boxes].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
