// Judges every screen: one h1, no sideways scrolling, no serious axe finding, and contrast, at desk size in a dark theme and
// at phone size in a light one. web/src/ui/themes/contrast.test.ts computes the contrasts of all ten themes. `npm run e2e --
// --all-sizes` uses both themes at both sizes, `--all-themes` all ten, and `--pictures` saves screenshots.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Page, PageScreenshotOptions } from '@playwright/test';
import type axe from 'axe-core';

import { isAllSizes } from './each-size.ts';
import { expect } from './product.ts';
import { themeIds } from './spec-texts.ts';
import { sizes } from './visit.ts';

/** The first is the default. */
const usual: readonly string[] = ['catppuccin-mocha', 'catppuccin-latte'];
export const theme = 'catppuccin-mocha';
const themesOf: Readonly<Record<string, readonly string[]>> = {
  desk: [theme],
  phone: ['catppuccin-latte'],
};

const isOnRequest = Boolean(process.env['E2E_ALL_THEMES'] ?? process.env['E2E_PICTURES']);

/** Structure is judged in the first theme, colours in all. */
function drawnAt(size: string): readonly string[] {
  if (process.env['E2E_ALL_THEMES']) return themeIds;
  return (isAllSizes ? undefined : themesOf[size]) ?? usual;
}

/** Saves a picture if requested. */
export async function takePicture(
  page: Page,
  picture: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (!process.env['E2E_PICTURES']) return;
  const path = fileURLToPath(new URL(`./screens/${picture}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled', ...options });
}

/**
 * Judges the open page at every size; `picture` is its name. Sizes are only CSS and themes an attribute, so nothing reloads.
 */
export async function judge(page: Page, picture: string): Promise<void> {
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await judgeSize(page, `${picture}-${size}`, drawnAt(size));
  }
  if (before) await page.setViewportSize(before);
}

/**
 * Judges another state of a page: only at phone size, where space is tightest, unless all sizes, all themes or pictures are
 * requested.
 */
export async function judgeState(page: Page, picture: string): Promise<void> {
  if (isAllSizes || isOnRequest) return judge(page, picture);
  const before = page.viewportSize();
  await page.setViewportSize(sizes.phone);
  await judgeSize(page, `${picture}-phone`, drawnAt('phone'));
  if (before) await page.setViewportSize(before);
}

/** Judges a dialog above a page that is judged itself. */
export function judgeDialog(page: Page, picture: string): Promise<void> {
  return judgeState(page, picture);
}

/** For screens composed of judged parts: only if all themes or pictures are requested. */
export async function judgeOnRequest(page: Page, picture: string): Promise<void> {
  if (isOnRequest) await judge(page, picture);
}

async function judgeSize(page: Page, picture: string, themes: readonly string[]): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  await takePictures(page, picture);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${picture} scrolls sideways`).toBe(0);
  await bringAxe(page);
  expect(await seriousIn(page, themes), picture).toEqual([]);
}

/** In the usual themes, if requested. */
async function takePictures(page: Page, picture: string): Promise<void> {
  if (!process.env['E2E_PICTURES']) return;
  const own = await setTheme(page, theme);
  for (const id of usual) {
    await setTheme(page, id);
    await takePicture(page, `${picture}-${id}`);
  }
  await setTheme(page, own);
}

/** Half a megabyte; `axe.source` has one and a half. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Once per document. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
}

/** Returns the previous theme. */
function setTheme(page: Page, id: string): Promise<string> {
  return page.evaluate((next) => {
    const before = document.documentElement.dataset['theme'] ?? '';
    document.documentElement.dataset['theme'] = next;
    return before;
  }, id);
}

/** Serious or critical axe findings: of everything in the first theme, of colours in the others. */
function seriousIn(page: Page, themes: readonly string[]): Promise<string[]> {
  return page.evaluate(async (ids) => {
    const root = document.documentElement;
    const own = root.dataset['theme'];
    const { run }: typeof axe = Reflect.get(window, 'axe');
    const faults: string[] = [];
    for (const [index, theme] of ids.entries()) {
      root.dataset['theme'] = theme;
      const { violations } = await run({
        ...(index > 0 && { runOnly: ['color-contrast'] }),
        resultTypes: ['violations'],
        // Only rules on sound and orientation, which are not serious, need fetched files.
        preload: false,
      });
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        faults.push(`${theme}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      }
    }
    root.dataset['theme'] = own;
    return faults;
  }, themes);
}
