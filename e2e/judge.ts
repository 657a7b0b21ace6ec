// What every screen must stand: one h1, nothing sideways, nothing serious for axe, and colours that can be read, drawn in a
// dark and a light theme. The contrasts of all ten are computed (web/src/ui/themes/contrast.test.ts);
// `npm run e2e -- --all-themes` draws all ten, and `--pictures` leaves a picture of every screen for a person.
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page, PageScreenshotOptions } from '@playwright/test';

import { expect } from './product.ts';
import { themeIds } from './spec-texts.ts';
import { sizes } from './visit.ts';

/** Pages are opened in the first. */
const usual: readonly string[] = ['catppuccin-mocha', 'catppuccin-latte'];
export const theme = 'catppuccin-mocha';
const drawn = process.env['E2E_ALL_THEMES'] ? themeIds : usual;

/** Saves a picture if pictures were asked for. The README's is one of them, taken anew with UPDATE_README=1. */
export async function takePicture(
  page: Page,
  picture: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (!process.env['E2E_PICTURES']) return;
  const ofReadme = picture === 'meeting-live-desk-catppuccin-mocha' && process.env['UPDATE_README'];
  const file = ofReadme ? '../docs/board.png' : `./screens/${picture}.png`;
  const path = fileURLToPath(new URL(file, import.meta.url));
  await page.screenshot({ path, animations: 'disabled', ...options });
}

/**
 * The open page at every size; `picture` names it. Sizes are CSS alone and a theme is an attribute: both change in place,
 * and nothing is loaded again.
 */
export async function judge(page: Page, picture: string): Promise<void> {
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await judgeSize(page, `${picture}-${size}`);
  }
  if (before) await page.setViewportSize(before);
}

async function judgeSize(page: Page, picture: string): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  const own = await setTheme(page, theme);
  for (const id of usual) {
    await setTheme(page, id);
    await takePicture(page, `${picture}-${id}`);
  }
  await setTheme(page, own);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${picture} scrolls sideways`).toBe(0);
  await bringAxe(page);
  expect(await seriousIn(page), picture).toEqual([]);
  // Everything but colours is the same in every theme.
  expect(await paleIn(page, own), picture).toEqual([]);
}

/** Its half a megabyte stays in the document for all that opens on it, and for every size. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await new AxeBuilder({ page }).setLegacyMode().withRules(['document-title']).analyze();
}

/** Returns the theme that was set before. */
function setTheme(page: Page, id: string): Promise<string> {
  return page.evaluate((next) => {
    const before = document.documentElement.dataset['theme'] ?? '';
    document.documentElement.dataset['theme'] = next;
    return before;
  }, id);
}

interface Violation {
  id: string;
  impact?: string | null;
  nodes: { html: string }[];
}

interface Axe {
  run(options: object): Promise<{ violations: Violation[] }>;
}

/** What axe calls serious or critical on the page, in the theme that is set. */
function seriousIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const axe: Axe = Reflect.get(window, 'axe');
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** The other themes drawn in which something on the page cannot be read, and what. */
function paleIn(page: Page, own: string): Promise<string[]> {
  return page.evaluate(
    async ({ ids, before }) => {
      const root = document.documentElement;
      const faults: string[] = [];
      const axe: Axe = Reflect.get(window, 'axe');
      for (const id of ids) {
        root.dataset['theme'] = id;
        const { violations } = await axe.run({
          runOnly: ['color-contrast'],
          resultTypes: ['violations'],
        });
        for (const { html } of violations.flatMap(({ nodes }) => nodes))
          faults.push(`${id}: ${html}`);
      }
      root.dataset['theme'] = before;
      return faults;
    },
    { ids: drawn.filter((id) => id !== own), before: own },
  );
}
