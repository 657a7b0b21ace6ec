// Escape closes or leaves a field, and the focus stays near it.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { call, expect, inTeam, newMeeting, openBoard } from './walk.ts';

const row = (page: Page) => page.getByRole('button', { name: 'Actions for Book a room' });

/** Escape in the field that the item opens returns to the menu. */
async function expectReturn(menu: Locator, items: readonly string[]): Promise<void> {
  const page = menu.page();
  for (const item of items) {
    await menu.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.locator(':is(input, textarea):focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu, item).toBeFocused();
  }
}

/** Escape in an empty field makes the next key a shortcut, and Tab goes on from there. */
async function expectLeft(field: Locator): Promise<void> {
  const page = field.page();
  await field.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await expect(field).toHaveValue('');
  await expect(field).not.toBeFocused();
  const isInForm = () => field.evaluate((node) => node.closest('form')?.matches(':focus-within'));
  expect(await isInForm()).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isInForm()).toBe(true);
}

test('Escape returns from a field to the control that opened it, or leaves an empty line in place', async ({
  page,
  crew: { robin, team },
}) => {
  const notes = [['went_well', 'Kept']] as const;
  const meeting = await newMeeting(robin, team, { phase: 'closing_ready', notes });
  await call(robin, ['POST', `${meeting.api}/actions`], { text: 'Book a room' });
  await openBoard(page, robin, meeting.path);

  await test.step('in Ready to Close', async () => {
    const area = page.locator('.closing-area');
    await expectLeft(area.getByRole('combobox', { name: 'New action item' }));
    await expectLeft(area.getByLabel('What for'));
    await expectReturn(row(page).first(), ['Edit', 'Drop…']);
  });

  await test.step('in the discussion', async () => {
    await meeting.moveTo('discussing');
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await expectLeft(field);
    await field.fill('Said of it');
    await field.press('Enter');
    await expectReturn(page.getByRole('button', { name: 'Actions for your comment' }), [
      'Edit comment',
    ]);
  });

  await test.step('in joining, where open items are looked at', async () => {
    const next = await newMeeting(robin, team, { phase: 'joining' });
    await page.goto(next.path);
    const drop = page.getByRole('button', { name: 'Drop', exact: true });
    await drop.click();
    await page.keyboard.press('Escape');
    await expect(drop).toBeFocused();
  });

  await test.step('on the page of action items', async () => {
    await inTeam(page, team.id);
    await page.goto('/actions');
    await expectReturn(row(page), ['Edit', 'Drop…']);
    const due = page.getByRole('button', { name: /: Book a room$/ });
    await due.click();
    await page.keyboard.press('Escape');
    await expect(due).toBeFocused();
    const adder = page.getByRole('button', { name: 'New action' });
    await adder.click();
    await page.keyboard.press('Escape');
    await expect(adder).toBeFocused();
  });
});
