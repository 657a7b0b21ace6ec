// The judge finds a page's faults, including later ones.
import type { Page } from '@playwright/test';

import { judge } from './judge.ts';
import { expect, test } from './product.ts';

const append = (page: Page, tag: string, looks: { text: string; css: string }): Promise<void> =>
  page.locator('main').evaluate(
    (main, { name, text, css }) => {
      const added = main.ownerDocument.createElement(name);
      added.textContent = text;
      added.style.cssText = css;
      main.append(added);
    },
    { name: tag, ...looks },
  );

const removeLast = (page: Page): Promise<void> =>
  page.locator('main').evaluate((main) => main.lastElementChild?.remove());

test('reports a button without a name, and a text too pale in another theme', async ({ page }) => {
  await page.goto('/login');
  await judge(page, 'login');

  await append(page, 'button', { text: '', css: '' });
  await expect(judge(page, 'login')).rejects.toThrow('button-name: <button');
  await removeLast(page);

  // White on white in the light theme only; the page itself is dark.
  await append(page, 'p', { text: 'Pale', css: 'color: #fff; background: var(--surface)' });
  await expect(judge(page, 'login')).rejects.toThrow('catppuccin-latte: color-contrast: <p');
  await removeLast(page);

  await judge(page, 'login');
});
