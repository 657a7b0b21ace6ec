// Keyboard navigation: Tab to a control, arrows within a column, card or menu.
import type { Locator, Page } from '@playwright/test';

import { expect } from './walk.ts';

/** Presses Tab until the target has the focus; fails if it is unreachable. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by Tab: ${target.toString()}`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs into the column and moves down to the note. */
export async function toNote(page: Page, note: Locator): Promise<void> {
  const column = note.locator('xpath=ancestor::section[1]');
  await tabTo(page, column.locator('article[tabindex="0"]'));
  await page.keyboard.press('Home');
  await walkTo(page, note, 'ArrowDown');
}

/** Presses the key until the target has the focus. */
async function walkTo(page: Page, target: Locator, key: string): Promise<void> {
  for (let presses = 0; presses < 12; presses += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Moves to a note's button of this name. */
export async function toButtonOf(page: Page, note: Locator, name: RegExp): Promise<void> {
  await toNote(page, note);
  await page.keyboard.press('F2');
  await walkTo(page, note.getByRole('button', { name }), 'ArrowRight');
}

/** Opens a menu by its button and moves to an item. */
export async function choose(page: Page, trigger: Locator, item: string): Promise<void> {
  await press(page, trigger);
  await chooseItem(page, item);
}

export async function chooseItem(page: Page, item: string): Promise<void> {
  const wanted = page.getByRole('menuitem', { name: item });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await wanted.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}
