// Pages in forced colours and in print: borders, icons and words show each state, and nothing is cut.
import type { Page } from '@playwright/test';

import { textFaults } from './layout-faults.ts';
import { names, sidewaysScroll } from './little-room.ts';
import { spec } from './spec-texts.ts';
import { expect } from './walk.ts';

export const force = (page: Page) => page.emulateMedia({ forcedColors: 'active' });

/** Judges what is in view at its present size. */
export async function judgeForced(page: Page, what: string): Promise<void> {
  await force(page);
  const name = `${what}, forced colours`;
  // Soft: one run lists every faulty page.
  expect.soft(await colouredIcons(page), `${name}: icons`).toEqual([]);
  expect.soft(await unseenBars(page), `${name}: bars and dots`).toEqual([]);
  expect.soft(await wrappedTabs(page), `${name}: tabs in two rows`).toEqual([]);
  const faultless = { cut: [], overlapping: [] };
  expect.soft(await textFaults(page, names), `${name}: texts`).toEqual(faultless);
  expect.soft(await sidewaysScroll(page), `${name}: scrolls sideways`).toBeLessThanOrEqual(0);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Judges what is open as paper of A4. Restores the size. */
export async function judgePrint(page: Page, what: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  expect.soft((await textFaults(page, [])).cut, `${what}, printed: cut`).toEqual([]);
  expect.soft(await sidewaysScroll(page), `${what}, printed: width`).toBeLessThanOrEqual(0);
  for (const theme of ['catppuccin-mocha', 'github-light']) {
    expect.soft(await darkGrounds(page, theme), `${what}, printed in ${theme}`).toEqual([]);
  }
  // Late data may select another tab between the two looks.
  const soon = expect.configure({ soft: true }).poll;
  await soon(() => unprintedFacts(page), `${what}, printed: without`).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(size);
}

async function unprintedFacts(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'screen' });
  const facts = await statedFacts(page);
  await page.emulateMedia({ media: 'print' });
  const printed = unspaced(await page.evaluate(() => document.body.innerText));
  return facts.filter(
    // An act, no fact.
    (fact) => fact !== spec.landing.demo && !printed.includes(unspaced(fact)),
  );
}

/** Lines break elsewhere on paper. */
const unspaced = (text: string) => text.replaceAll(/\s/g, '');

/** Numbers on buttons, tabs and pagers, and the pressed and selected ones. Those that unfold a list are printed unfolded. */
function statedFacts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const place = [...document.querySelectorAll('[data-modal]')].at(-1) ?? document.body;
    const passing = 'aside, .meeting-top, .status-line, [data-toasts], [popover]';
    return [...place.querySelectorAll('button, nav [role=status]')]
      .filter((each) => each.checkVisibility() && !each.closest(passing))
      .filter((each) => !each.matches('[aria-expanded=false]:not([aria-haspopup])'))
      .filter(
        ({ textContent, ariaPressed, ariaSelected }) =>
          /\d/.test(textContent) || ariaPressed === 'true' || ariaSelected === 'true',
      )
      .map(({ textContent, ariaLabel }) => (textContent || ariaLabel) ?? '');
  });
}

/** Icons without the text's colour, or that of links, buttons and disabled controls. */
function colouredIcons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = getComputedStyle(document.body).color;
    const system = /^rgb\((0, 0, 0|0, 0, 159|96, 0, 0)\)$/;
    return [...document.querySelectorAll('[class*=text-] > svg, svg[class*=text-]')]
      .filter((each) => each.checkVisibility())
      .map((each) => getComputedStyle(each).color)
      .filter((color) => color !== own && !system.test(color));
  });
}

/** Bars and dots: forced colours remove backgrounds but keep drawings. */
export function unseenBars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [
      ...document.querySelectorAll<HTMLElement>(
        '[style*="width"], [style*="height"], .rounded-full, .typing > i, [class*="bg-(--tone"]',
      ),
    ]
      .filter((each) => each.checkVisibility() && each.textContent === '' && !each.closest('svg'))
      .filter((each) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(each);
        const isEmpty = each.childElementCount === 0;
        const isSmall = each.getBoundingClientRect().width < 2;
        return isEmpty && !isSmall && backgroundColor === ground && borderTopWidth === '0px';
      })
      .map((each) => each.className);
  });
}

function wrappedTabs(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=tablist]')]
      .filter((list) => {
        const tabs = [...list.querySelectorAll('[role=tab]')];
        return new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size > 1;
      })
      .map(({ textContent }) => textContent),
  );
}

/** Backgrounds that are not nearly white, and texts invisible on white. */
function darkGrounds(page: Page, theme: string): Promise<string[]> {
  return page.evaluate((id) => {
    const { dataset } = document.documentElement;
    const { theme: own } = dataset;
    dataset['theme'] = id;
    const faults: string[] = [];
    for (const each of document.querySelectorAll('body, body *')) {
      if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // An avatar's background comes with its letters' colour, a sample shows its theme, and edges are decorative, as are lines
      // between cells.
      if (
        each.closest('[class*="--person"], body [data-theme], [aria-hidden=true], .sr-only') ||
        each.matches('.gap-px')
      )
        continue;
      const { backgroundColor, color, printColorAdjust } = getComputedStyle(each);
      const isDot = each.textContent === '' && each.getBoundingClientRect().width <= 12;
      if (isDot || printColorAdjust === 'exact') continue;
      const [r = 255, g = 255, b = 255, alpha = 1] =
        backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
      if (alpha > 0 && Math.min(r, g, b) < 230) faults.push(`ground of ${each.className}`);
      const hasText = [...each.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const light = Math.max(
        ...(color
          .match(/[\d.]+/g)
          ?.slice(0, 3)
          .map(Number) ?? []),
      );
      if (hasText && light > 0x66) faults.push(`text of ${each.className}`);
    }
    dataset['theme'] = own;
    return faults;
  }, theme);
}
