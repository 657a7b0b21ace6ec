// Keys that an input method uses, and keys of layouts without Latin letters.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { newBoard, open } from './group-scene.ts';
import { spec } from './spec-texts.ts';
import { call, expect, guestPath, inTeam } from './walk.ts';

const { wentWell } = spec.board;

/** Returns keys on which the page acts although the input method uses them. */
function takenFromInputMethod(field: Locator): Promise<string[]> {
  return field.evaluate((element) => {
    // During composition, and Safari's key event right after it.
    const marks = [{ isComposing: true }, { keyCode: 229 }];
    const keys = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp'];
    return [false, true].flatMap((ctrlKey) =>
      marks.flatMap((mark) =>
        keys.filter((key) => {
          const press = { key, ctrlKey, ...mark, bubbles: true, cancelable: true };
          return !element.dispatchEvent(new KeyboardEvent('keydown', press));
        }),
      ),
    );
  });
}

async function expectLeftToInputMethod(field: Locator, typed: string): Promise<void> {
  await field.fill(typed);
  expect(await takenFromInputMethod(field)).toEqual([]);
  await expect(field).toHaveValue(typed);
}

test('keys of an input method trigger nothing', async ({ page, crew }) => {
  const { robin, sasha, team } = crew;
  const board = await newBoard(crew);
  const group = await board.groupAs(robin, 'Tea was hot', 'Builds are slow');
  const addAction = { text: 'Book a room' };
  await call(robin, ['POST', `/api/v1/teams/${team.id}/actions`], addAction);
  await open(page, sasha, board);
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
  const note = page.getByRole('article', { name: /Deploys were calm/ });

  await test.step('a note, in its line and in its dialog', async () => {
    await expectLeftToInputMethod(textbox(`Write a note: ${wentWell}`), 'にほn');
    await page.getByRole('button', { name: spec.board.addNote }).first().click();
    await expectLeftToInputMethod(page.getByLabel('Content'), 'にほn');
    await page.keyboard.press('Escape');
  });

  await test.step('the filter, the palette, a list that is searched', async () => {
    await note.focus();
    await page.keyboard.press('/');
    await expectLeftToInputMethod(textbox('Filter notes'), 'にほn');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expectLeftToInputMethod(page.getByRole('combobox', { name: 'Search commands' }), 'にほn');
    await page.keyboard.press('Escape');
    await note.focus();
    await page.keyboard.press('g');
    const picker = page.getByRole('dialog', { name: 'Group with…' });
    await expectLeftToInputMethod(picker.getByRole('combobox'), 'Dep');
    await page.keyboard.press('Escape');
  });

  await test.step('the title of a group, an emoji', async () => {
    await page.getByRole('article', { name: /^Group / }).focus();
    await page.keyboard.press('e');
    await expectLeftToInputMethod(textbox(/^Title of group/), 'にほn');
    await page.keyboard.press('Escape');
    await note.getByRole('button', { name: /^React to/ }).click();
    await expectLeftToInputMethod(textbox('Another emoji'), 'にほn');
    await page.keyboard.press('Escape');
  });

  await test.step('a comment, and an action item with the list of names open', async () => {
    await board.jumpTo('discussing');
    const current = { current: group.id };
    await call(robin, ['PUT', `/api/v1/meetings/${board.id}/discussion`], current);
    await expectLeftToInputMethod(textbox('Write a comment'), 'にほn');
    const line = page.getByRole('main').getByRole('combobox', { name: 'New action item' });
    await line.fill('Ask @ro');
    const names = page.getByRole('listbox', { name: 'Names' });
    await expect(names.getByRole('option', { name: 'Robin Field' })).toBeVisible();
    await expectLeftToInputMethod(line, 'Ask @ro');
  });

  await test.step('thanks', async () => {
    await board.jumpTo('closing_ready');
    await expectLeftToInputMethod(page.getByLabel('What for'), 'にほn');
  });

  await test.step('an edited action item, and why one is dropped', async () => {
    await inTeam(page.context(), team.id);
    await page.goto(`${robin.product.url}/actions`);
    const actions = page.getByRole('button', { name: 'Actions for Book a room' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expectLeftToInputMethod(
      page.getByRole('combobox', { name: 'Edit action item' }),
      'Book two rooms',
    );
    await page.keyboard.press('Escape');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Drop…' }).click();
    await expectLeftToInputMethod(page.getByLabel('Why is it dropped?'), 'にほn');
  });

  await test.step('the name of a guest', async () => {
    const path = await guestPath(robin, board.id, true);
    await page.goto(robin.product.url + path);
    await expectLeftToInputMethod(page.getByLabel('Your name'), 'にほn');
  });
});

/** As a keyboard with this layout sends it. */
async function pressKey(
  page: Page,
  [key, code]: readonly [string, string],
  modifiers = 0,
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const type of ['rawKeyDown', 'keyUp'] as const) {
    await browser.send('Input.dispatchKeyEvent', { type, key, code, modifiers });
  }
  await browser.detach();
}

test('shortcuts work at their Latin positions on every keyboard layout', async ({ page, crew }) => {
  const board = await newBoard(crew);
  await board.groupAs(crew.robin, 'Tea was hot', 'Builds are slow');
  await open(page, crew.robin, board);
  const note = page.getByRole('article', { name: /Deploys were calm/ });
  const composer = page.getByRole('textbox', { name: `Write a note: ${spec.board.toImprove}` });
  const ctrl = 2;
  const shift = 8;

  await pressKey(page, ['л', 'KeyK'], ctrl);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await pressKey(page, ['л', 'KeyK'], ctrl);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0);

  await note.focus();
  await pressKey(page, ['ث', 'KeyE']);
  await expect(page.getByRole('dialog', { name: spec.board.editNote })).toBeVisible();
  await page.keyboard.press('Escape');
  await pressKey(page, ['צ', 'KeyM']);
  await expect(page.getByRole('menuitem', { name: spec.board.toImprove })).toBeFocused();
  await page.keyboard.press('Escape');
  await pressKey(page, ['γ', 'KeyG']);
  await expect(page.getByRole('dialog', { name: 'Group with…' })).toBeVisible();
  await page.keyboard.press('Escape');

  await pressKey(page, ['٢', 'Digit2']);
  await expect(composer).toBeFocused();

  await test.step('after Escape in an empty line, the next key is a shortcut again', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await expect(composer).toBeFocused();
    await expect(composer).toHaveValue('');
    await page.keyboard.press('Escape');
  });

  await pressKey(page, ['ظ', 'Slash']);
  await expect(page.getByRole('textbox', { name: 'Filter notes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await pressKey(page, ['؟', 'Slash'], shift);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('the letters of a menu lead to its items, one after the other or together', async () => {
    await note.getByRole('button', { name: /^Actions/ }).press('Enter');
    const focused = page.locator('[role=menuitem]:focus');
    await expect(focused).toBeVisible();
    await page.keyboard.type('gr');
    await expect(focused).toHaveText(/^Group with/);
    await page.keyboard.press('Home');
    await pressKey(page, ['в', 'KeyD']);
    await expect(focused).toHaveText(/^Delete/);
    await page.keyboard.press('Escape');
  });

  await note.focus();
  await page.keyboard.press('Delete');
  await expect(note).toHaveCount(0);
  await pressKey(page, ['я', 'KeyZ'], ctrl);
  await expect(note).toBeVisible();
  // Arabic, where Shift and this key type a sign.
  await pressKey(page, ['~', 'KeyZ'], ctrl + shift);
  await expect(note).toHaveCount(0);
  // AZERTY.
  await pressKey(page, ['z', 'KeyW'], ctrl);
  await expect(note).toBeVisible();
  // Dvorak.
  await pressKey(page, ['Z', 'Slash'], ctrl + shift);
  await expect(note).toHaveCount(0);
  await pressKey(page, ['ئ', 'KeyZ'], ctrl);
  await expect(note).toBeVisible();

  await test.step('a sign of Option and a digit is text', async () => {
    await composer.fill('Ask ');
    const browser = await page.context().newCDPSession(page);
    const press = { key: '@', code: 'Digit2', modifiers: 1 };
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '@', ...press });
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
    await expect(composer).toHaveValue('Ask @');
    await expect(composer).toBeFocused();
    await composer.fill('');
    await page.keyboard.press('Escape');
  });

  await test.step('V on a note in a group votes for the group', async () => {
    await board.jumpTo('voting');
    const group = page.getByRole('article', { name: /^Group / });
    await expect(group.getByRole('group', { name: /^Your votes: 0/ })).toBeVisible();
    await group.getByRole('article').first().focus();
    await pressKey(page, ['ω', 'KeyV']);
    await expect(group.getByRole('group', { name: /^Your votes: 1/ })).toBeVisible();
    await pressKey(page, ['М', 'KeyV'], shift);
    await expect(group.getByRole('group', { name: /^Your votes: 0/ })).toBeVisible();
  });
});
