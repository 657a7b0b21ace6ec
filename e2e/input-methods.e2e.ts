// Keys that an input method uses, and keys of layouts without Latin letters. plain-http.e2e.ts judges the fields of all pages.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { openBoardSettings } from './four-people.ts';
import { newBoard, open, toasts } from './group-scene.ts';
import { changingKeys, textFieldsOf } from './input-method.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { openDrawer } from './visit.ts';
import { call, expect, guestPath, inTeam, newMeeting, newTeam, type Somebody } from './walk.ts';

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
    await expectLeftToInputMethod(page.getByLabel('Why drop it?'), 'にほn');
  });

  await test.step('the name of a guest', async () => {
    const path = await guestPath(robin, board.id, true);
    await page.goto(robin.product.url + path);
    await expectLeftToInputMethod(page.getByLabel('Your name'), 'にほn');
  });
});

test('Enter and Escape of an input method change nothing that opens over a page', async ({
  page,
  browser,
  product,
  crew: { robin, sasha, team },
}) => {
  const newBoard = (phase: string) => newMeeting(robin, team, { phase });
  const [meeting, secret] = [await newBoard('writing'), await newBoard('joining')];
  await call(robin, ['PUT', `/api/v1${secret.path}`], { settings: { anonymous: true } });
  const closed = await newMeeting(robin, team, {
    status: 'closed',
    notes: [['went_well', 'Kept']],
  });
  const root = await newSuperuser(product, 'root-input@example.com');
  const deleted = await newTeam(root, 'Deleted');
  await call(root, ['DELETE', `/api/v1/teams/${deleted.id}`]);
  const { columns } = await call<{ columns: unknown }>(robin, ['GET', `/api/v1${meeting.path}`]);
  await call(robin, ['POST', `/api/v1/teams/${team.id}/templates`], { name: 'Ours', columns });
  for (let number = 0; number <= 10; number += 1) await newTeam(robin, `Squad ${number}`);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const choose = (name: string) => page.getByRole('menuitem', { name }).click();
  async function sweep(what: string, place: Locator = page.locator('body')): Promise<void> {
    const fields = textFieldsOf(place);
    await expect(fields.first(), what).toBeVisible();
    const address = page.url();
    expect.soft(await changingKeys(place), what).toEqual([]);
    await expect(fields.last(), what).toBeFocused();
    expect(page.url(), what).toBe(address);
  }
  const dialog = page.getByRole('dialog');
  const visit = (path: string) => page.goto(product.url + path);
  const become = ({ token }: Somebody) =>
    page.evaluate((stored) => localStorage.setItem('authToken', stored), token);
  await inTeam(page.context(), team.id);
  await visit('/login');
  await become(sasha);
  await visit(`${closed.path}/catch-up`);
  await press('Skip to the end');
  await sweep('the end of a catch-up');
  await visit('/profile');
  await press('Delete account');
  await sweep('the deletion of an account', dialog.last());

  await become(robin);
  await visit('/dashboard');
  await press(/^Team: /);
  await sweep('the choice of a team', page.getByPlaceholder('Find a team…').locator('..'));
  await page.keyboard.press('Escape');
  await openDrawer(page);
  await expect(dialog.last().getByPlaceholder('Find a team…')).toBeVisible();
  await sweep('the teams', dialog.last());
  await page.getByRole('tab', { name: 'Members' }).click();
  await sweep('the members', dialog.last());
  await page.getByRole('tab', { name: 'My Teams' }).click();
  await press(/^Actions for/);
  await choose('Rename Team');
  await sweep('the settings of a team', dialog.last());
  await visit('/meetings');
  await press(spec.meetings.create);
  await sweep('a new meeting', dialog.last());
  await visit('/actions');
  await press('New action');
  await sweep('a new action item');
  await startTimer(robin, meeting);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(product.url + (await guestPath(robin, meeting.id, false)));
  await guest.getByLabel('Your name').fill('Sven');
  await guest.getByRole('button', { name: 'Come in' }).click();
  await visit(meeting.path);
  await press(/Guest/);
  await choose('Rename…');
  await sweep('the name of a guest', dialog.last());
  await guest.context().close();
  await page.keyboard.press('Escape');
  await press(/^Timer/);
  await sweep('the timer', dialog.last());
  await page.keyboard.press('Escape');
  const settings = await openBoardSettings(page);
  await settings.getByRole('tab', { name: 'Templates' }).click();
  await press('Rename Ours');
  await sweep('the name of a template', settings);
  await visit(secret.path);
  await press(spec.meeting.next(spec.phases.writing));
  const line = page.getByRole('textbox', { name: `Write a note: ${wentWell}` });
  await line.fill('Deploys hurt');
  await line.press('Enter');
  await press(spec.meeting.next(spec.phases.revealing));
  await press(/^Actions for “Deploys hurt/);
  await choose('Tell us more');
  await sweep('telling more', dialog.last());

  await become(root);
  await visit('/admin/users');
  await press('Add Account');
  await sweep('a new account', dialog.last());
  await visit('/admin/deleted');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('teams');
  await press(/for good/);
  await sweep('a deletion for good', dialog.last());
});

function startTimer(lead: Somebody, { path }: { path: string }): Promise<unknown> {
  return call(lead, ['PUT', `/api/v1${path}/timer`], { action: 'start', seconds: 600 });
}

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

  await test.step('V and the palette on a note in a group vote for the group', async () => {
    const group = page.getByRole('article', { name: /^Group / });
    const inGroup = group.getByRole('article').first();
    await board.jumpTo('writing');
    await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.writing);
    await inGroup.focus();
    await page.keyboard.press('r');
    await expect(toasts(page)).toContainText('You can react to notes from Revealing onwards.');
    await board.jumpTo('voting');
    await expect(group.getByRole('group', { name: /^Your votes: 0/ })).toBeVisible();
    await inGroup.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Vote for it' }).click();
    await expect(group.getByRole('group', { name: /^Your votes: 1/ })).toBeVisible();
    await inGroup.focus();
    await pressKey(page, ['М', 'KeyV'], shift);
    await expect(group.getByRole('group', { name: /^Your votes: 0/ })).toBeVisible();
    await pressKey(page, ['ω', 'KeyV']);
    await expect(group.getByRole('group', { name: /^Your votes: 1/ })).toBeVisible();
    await pressKey(page, ['М', 'KeyV'], shift);
    await expect(group.getByRole('group', { name: /^Your votes: 0/ })).toBeVisible();
  });
});

/** In Cyrillic, Greek, Hebrew and Arabic. */
const letters = {
  KeyJ: 'оξחت',
  KeyN: 'тνמى',
  KeyD: 'вδגي',
  KeyT: 'еτאف',
  KeyA: 'фαשش',
};

test('letters of each script reach the keys of members and leads', async ({ page, crew }) => {
  const board = await newBoard(crew);
  const press = (code: keyof typeof letters, at: number) =>
    pressKey(page, [letters[code][at] ?? '', code]);
  const scripts = letters.KeyJ.length;
  await open(page, crew.sasha, board);
  const composers = page.getByRole('textbox', { name: /^Write a note/ });
  const done = page.getByRole('button', { name: /^I'm done/ });
  for (let at = 0; at < scripts; at += 1) {
    await press('KeyJ', at);
    await expect(page.locator('article:focus')).toHaveCount(1);
    await press('KeyN', at);
    await expect(page.locator('textarea:focus')).toHaveCount(1);
    await pressKey(page, [['2', '2', '2', '٢'][at] ?? '', 'Digit2'], 1);
    await expect(composers.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await press('KeyD', at);
    await expect(done).toHaveAttribute('aria-pressed', String(at % 2 === 0));
  }
  await board.jumpTo('discussing');
  const line = page.getByRole('main').getByRole('combobox', { name: 'New action item' });
  await expect(line).toBeVisible();
  for (let at = 0; at < scripts; at += 1) {
    await press('KeyA', at);
    await expect(line).toBeFocused();
    await page.keyboard.press('Escape');
  }

  await board.jumpTo('writing');
  await startTimer(crew.robin, board);
  await page.evaluate((token) => localStorage.setItem('authToken', token), crew.robin.token);
  await page.reload();
  const phase = page.locator('[aria-current=step]');
  await expect(page.getByRole('button', { name: /^Timer: \d/ })).toBeVisible();
  for (let at = 0; at < scripts; at += 1) {
    await press('KeyT', at);
    await expect(page.getByRole('dialog', { name: 'Timer' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Timer' })).toHaveCount(0);
  }
  for (const [back, on] of ['хъ', 'جد']) {
    await pressKey(page, [on ?? '', 'BracketRight']);
    await expect(phase).toContainText(spec.phases.revealing);
    await pressKey(page, [back ?? '', 'BracketLeft']);
    await expect(phase).toContainText(spec.phases.writing);
  }
});
