// A browser on a board in grouping whose network the test cuts.
import type { Browser, Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { expect } from './product.ts';
import { newMeeting } from './walk.ts';

/** A live meeting in grouping, where everybody may write and move. Returns its path. */
export async function startRetro({ team, robin }: Crew): Promise<string> {
  const { path } = await newMeeting(robin, { id: team.id, name: 'Away' }, { phase: 'grouping' });
  return robin.product.url + path;
}

export async function sitDown(browser: Browser, token: string, board: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
  // Playwright's interception lets requests through while a page unloads; this does not.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, options) => {
      const { url, method } = new Request(address, options);
      const isChange = url.includes('/notes') && method !== 'GET';
      return isChange && localStorage.getItem('unanswered') !== null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(address, options);
    };
  });
  const page = await context.newPage();
  await page.goto(board);
  await whenReady(page);
  return page;
}

/** Waits for prefetched dialogs, which could not load offline. */
export async function whenReady(page: Page): Promise<void> {
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/late-code-')),
  );
}

export async function addNote(page: Page, column: string, text: string): Promise<void> {
  await page
    .getByRole('region', { name: column })
    .getByRole('button', { name: /^Add Note/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add Note' });
  await dialog.getByLabel('Content').fill(text);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: column }).getByText(text)).toBeVisible();
}

export const cardOf = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text });
export const waiting = (page: Page) => page.getByText(/changes? waiting to be sent/);
