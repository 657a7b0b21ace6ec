// What every screen must stand: one h1, nothing sideways, nothing serious for axe, colours that can be read in all ten
// themes; and a picture of it for a person.
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './product.ts';
import { themeIds } from './spec-texts.ts';

/** Pictures are taken in these; pages are opened in the first. */
const pictured: readonly string[] = ['catppuccin-mocha', 'catppuccin-latte'];
export const theme = 'catppuccin-mocha';

/** Where a picture lands; the README's is one of these, taken anew with UPDATE_README=1. */
export function pictureOf(picture: string): string {
  const ofReadme = picture === 'meeting-live-desk-catppuccin-mocha' && process.env['UPDATE_README'];
  const file = ofReadme ? '../docs/board.png' : `./screens/${picture}.png`;
  return fileURLToPath(new URL(file, import.meta.url));
}

/** The page as it stands now; `picture` names it and the size. A theme is an attribute: it is changed in place. */
export async function judge(page: Page, picture: string): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  const own = await setTheme(page, theme);
  for (const id of pictured) {
    await setTheme(page, id);
    const path = pictureOf(`${picture}-${id}`);
    await page.screenshot({ path, animations: 'disabled' });
  }
  await setTheme(page, own);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${picture} scrolls sideways`).toBe(0);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    picture,
  ).toEqual([]);
  // Everything but colours is the same in every theme.
  expect(await paleIn(page, own), picture).toEqual([]);
}

/** Gives the theme that was there before. */
function setTheme(page: Page, theme: string): Promise<string> {
  return page.evaluate((id) => {
    const before = document.documentElement.dataset['theme'] ?? '';
    document.documentElement.dataset['theme'] = id;
    return before;
  }, theme);
}

interface Axe {
  run(options: { runOnly: string[] }): Promise<{ violations: { nodes: { html: string }[] }[] }>;
}

/** The other themes in which something on the page cannot be read, and what. */
function paleIn(page: Page, own: string): Promise<string[]> {
  return page.evaluate(
    async ({ ids, before }) => {
      const root = document.documentElement;
      const faults: string[] = [];
      // The builder above has left it in the page.
      const axe: Axe = Reflect.get(window, 'axe');
      for (const id of ids) {
        root.dataset['theme'] = id;
        const { violations } = await axe.run({ runOnly: ['color-contrast'] });
        for (const { html } of violations.flatMap(({ nodes }) => nodes))
          faults.push(`${id}: ${html}`);
      }
      root.dataset['theme'] = before;
      return faults;
    },
    { ids: themeIds.filter((id) => id !== own), before: own },
  );
}
