// A whole retro by keyboard: Tab, arrows, Enter, Space and Escape, and the texts for screen readers.
import type { Locator, Page } from '@playwright/test';

import { choose, chooseItem, press, tabTo, toButtonOf, toNote } from './keys.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, inTeam, newTeam, signedInAs } from './walk.ts';

async function write(page: Page, column: Locator, text: string): Promise<void> {
  await tabTo(page, column.getByRole('textbox', { name: /^Write a note/ }));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(column.getByRole('article', { name: text })).toBeVisible();
}

test('a retro from creation to the end without a mouse', async ({ page, rocket }) => {
  const team = await newTeam(rocket.ada, 'By keys');
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, team.id);
  await page.goto('/meetings');
  await expect(page.getByText(spec.meetings.empty)).toBeVisible();

  await test.step('create, and be on the board', async () => {
    await press(page, page.getByRole('button', { name: spec.meetings.create }).first());
    await expect(page.getByLabel('Meeting name')).toBeFocused();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
  });

  const wentWell = page.getByRole('region', { name: spec.board.wentWell });
  const toImprove = page.getByRole('region', { name: spec.board.toImprove });
  const actionItems = page.getByRole('region', { name: spec.board.actionItems });

  await test.step('on to writing, and write', async () => {
    await press(page, page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }));
    await write(page, wentWell, 'First by keys');
    await write(page, wentWell, 'Second by keys');
  });

  await test.step('edit with Enter, and come back to the note', async () => {
    const note = wentWell.getByRole('article', { name: 'First by keys' });
    await toNote(page, note);
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: spec.board.editNote });
    await expect(edit.getByLabel('Content')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(', edited');
    await page.keyboard.press('Control+Enter');
    await expect(edit).toHaveCount(0);
    await expect(wentWell.getByRole('article', { name: 'First by keys, edited' })).toBeFocused();
  });

  await test.step('move by the menu', async () => {
    const note = wentWell.getByRole('article', { name: 'Second by keys' });
    await toButtonOf(page, note, /^Actions/);
    await page.keyboard.press('Enter');
    await chooseItem(page, spec.board.actionItems);
    await expect(actionItems.getByText('Second by keys')).toBeVisible();
  });

  await test.step('move by its handle, with every step said aloud', async () => {
    const note = wentWell.getByRole('article', { name: 'First by keys, edited' });
    const spoken = page.locator('.drag-said');
    await toButtonOf(page, note, /^Drag note/);
    await page.keyboard.press('Space');
    await expect(spoken).toHaveText('Picked up note “First by keys, edited”.');
    await page.keyboard.press('ArrowRight');
    await expect(spoken).toHaveText(`Over ${spec.board.toImprove}.`);
    await page.keyboard.press('Space');
    await expect(spoken).toHaveText('Note “First by keys, edited” dropped in To Improve.');
    await expect(toImprove.getByText('First by keys, edited')).toBeVisible();
    await toButtonOf(page, toImprove.getByRole('article'), /^Drag note/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(spoken).toHaveText(/^Move canceled/);
    await expect(toImprove.getByText('First by keys, edited')).toBeVisible();
  });

  await test.step('delete', async () => {
    const note = actionItems.getByRole('article', { name: 'Second by keys' });
    await toButtonOf(page, note, /^Actions/);
    await page.keyboard.press('Enter');
    await chooseItem(page, spec.board.delete);
    await expect(note).toHaveCount(0);
  });

  await test.step('jump to the end, and finish', async () => {
    await choose(
      page,
      page.getByRole('button', { name: spec.meeting.jump }),
      spec.phases.closing_ready,
    );
    await expect(page.getByRole('button', { name: spec.meeting.finalPhase })).toBeVisible();
    const finish = page.getByRole('button', { name: spec.meeting.finish, exact: true });
    await press(page, finish);
    const ask = page.getByRole('alertdialog');
    await expect(ask).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ask).toHaveCount(0);
    await expect(finish).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, ask.getByRole('button', { name: /Finish/ }));
    const end = page.getByRole('dialog', { name: 'Done.' });
    await expect(end).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(end).toHaveCount(0);
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
  });
});
