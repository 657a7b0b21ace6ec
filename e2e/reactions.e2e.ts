// Reactions to notes (docs/retro.md ): who sees which, and how to give them.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, openBoard } from './walk.ts';

const notes = [['went_well', 'Deploys are fast']] as const;
const card = (page: Page) => page.getByRole('article', { name: 'Deploys are fast' });
const chip = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });
const add = (page: Page) => card(page).getByRole('button', { name: /^React to/ });
const picker = (page: Page) => page.getByRole('dialog', { name: 'React' });

test('a click or keys add or remove a reaction, and everybody sees the count', async ({
  page,
  crew,
  newPage,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'revealing', notes });
  await openBoard(page, crew.robin, meeting.path);
  const other = await openBoard(await newPage(), crew.sasha, meeting.path);
  await card(page).hover();
  await add(page).click();
  await picker(page).getByRole('button', { name: '🎉 party' }).click();
  await expect(picker(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: spec.board.editNote })).toHaveCount(0);
  await expect(chip(page, '🎉 1, you reacted')).toHaveAttribute('aria-pressed', 'true');
  // Its button appears on hover and focus, like the card's others.
  await page.getByRole('button', { name: spec.meeting.jump }).focus();
  await page.mouse.move(1, 1);
  await expect(card(page).locator('.note-tools')).toHaveCSS('opacity', '0');
  await expect(chip(other, '🎉 1')).toHaveAttribute('aria-pressed', 'false');
  await chip(other, '🎉 1').click();
  await expect(chip(other, '🎉 2, you reacted')).toBeVisible();
  await expect(chip(page, '🎉 2, you reacted')).toBeVisible();
  await chip(page, '🎉 2, you reacted').click();
  await expect(chip(page, '🎉 1')).toBeVisible();
  await page.reload();
  await expect(chip(page, '🎉 1')).toBeVisible();
  await chip(other, '🎉 1, you reacted').click();
  await expect(card(page).getByRole('button', { name: /^🎉/ })).toHaveCount(0);

  await test.step('by keyboard: from the card to its buttons, through the emojis, and any emoji by the field', async () => {
    await card(page).focus();
    await page.keyboard.press('F2');
    for (let steps = 0; steps < 6; steps += 1) {
      if (await add(page).evaluate((node) => node === document.activeElement)) break;
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
    await expect(picker(page).getByRole('button', { name: '👍 thumbs up' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(picker(page).getByRole('button', { name: '❤️ heart' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip(page, '❤️ 1, you reacted')).toBeVisible();
    await expect(add(page)).toBeFocused();

    await page.keyboard.press('Enter');
    const field = picker(page).getByRole('textbox', { name: 'Another emoji' });
    await field.fill('well done');
    await field.press('Enter');
    await expect(picker(page)).toContainText('A reaction is one emoji');
    await field.fill('🦩');
    await field.press('Enter');
    await expect(chip(page, '🦩 1, you reacted')).toBeVisible();

    await card(page).focus();
    await page.keyboard.press('r');
    await expect(picker(page).getByRole('button', { name: '❤️ heart' }), 'one’s own').toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(chip(page, '👍 1, you reacted')).toBeVisible();
    await chip(page, '👍 1, you reacted').click();
  });
});

test('hidden notes take no reactions, and no note takes a thirteenth emoji', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
  const note = await meeting.write(crew.robin, 'went_well', 'Deploys are fast');
  await openBoard(page, crew.robin, meeting.path);
  await expect(card(page)).toBeVisible();
  await expect(add(page)).toHaveCount(0);
  await card(page).press('r');
  await expect(page.getByText('This note is still face down.')).toBeVisible();
  await meeting.moveTo('revealing');
  await expect(add(page)).toBeAttached();
  for (const emoji of ['😀', '😁', '😂', '😃', '😄', '😅', '😆', '😉', '😊', '😋', '😎', '😍']) {
    const path = `${meeting.api}/notes/${note.id}/reactions/${encodeURIComponent(emoji)}`;
    await call(crew.sasha, ['PUT', path]);
  }
  await expect(chip(page, '😍 1')).toBeVisible();
  await expect(add(page)).toHaveCount(0);
  await chip(page, '😍 1').click();
  await expect(chip(page, '😍 2, you reacted')).toBeVisible();
});
