// Grouping by mouse, menu, keyboard and touch, with undo.
import { test } from './crew.ts';
import { isAllSizes } from './each-size.ts';
import {
  carry,
  column,
  drop,
  groupCard,
  newBoard,
  note,
  open,
  toasts,
  undo,
} from './group-scene.ts';
import { spec } from './spec-texts.ts';
import { expect, holdBack, sizes, ownAnswer } from './walk.ts';

const { wentWell, toImprove, actionItems } = spec.board;

for (const [name, viewport] of Object.entries({
  desk: sizes.desk,
  ...(isAllSizes && { projector: { width: 1920, height: 1080 } }),
})) {
  test(`${name}: by mouse, notes are grouped, added, removed and ungrouped, each undoable`, async ({
    page,
    crew,
  }) => {
    await page.setViewportSize(viewport);
    const board = await newBoard(crew);
    await open(page, crew.robin, board);
    const deploys = groupCard(page, 'Deploys take an hour');

    await test.step('a note on a note of another column, which tells what will happen', async () => {
      await carry(page, note(page, 'Deploys were calm'), note(page, 'Deploys take an hour'));
      await expect(page.getByText('Group with “Deploys take an hour”')).toBeVisible();
      await expect(column(page, toImprove)).toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)');
      await page.mouse.up();
      await expect(deploys).toContainText('Deploys were calm');
      await expect(column(page, toImprove).getByText('3 notes', { exact: true })).toBeVisible();
      await expect
        .poll(() => board.groups())
        .toEqual([['Deploys were calm', 'Deploys take an hour']]);
      await expect(deploys.getByRole('heading', { name: 'Deploys' })).toBeVisible();
    });
    await test.step('a button filters the cards, like the key', async () => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('textbox', { name: 'Filter notes' }).fill('slow');
      await expect(page.getByRole('search').getByText(/^1 of/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
    });
    await test.step('a note on a group', async () => {
      await drop(page, note(page, 'Builds are slow'), deploys);
      await expect(deploys).toContainText('Builds are slow');
      await expect.poll(async () => (await board.groups())[0]?.length).toBe(3);
    });
    await test.step('beside the cards it leaves, and its column says so', async () => {
      await carry(
        page,
        note(page, 'Deploys were calm'),
        column(page, wentWell).getByRole('heading', { level: 2 }),
      );
      await expect(column(page, wentWell)).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)');
      await page.mouse.up();
      await expect(deploys).not.toContainText('Deploys were calm');
      await expect(column(page, wentWell).getByText('2 notes', { exact: true })).toBeVisible();
    });
    await test.step('the last but one ends the group', async () => {
      await drop(
        page,
        note(page, 'Builds are slow'),
        column(page, toImprove).getByRole('heading', { level: 2 }),
      );
      await expect(deploys).toHaveCount(0);
      await expect.poll(() => board.groups()).toEqual([]);
    });
    await test.step('and back, step by step', async () => {
      await undo(page);
      await expect(deploys).toContainText('Builds are slow');
      await undo(page);
      await expect(deploys).toContainText('Deploys were calm');
      await undo(page);
      await expect(deploys).not.toContainText('Builds are slow');
      await expect
        .poll(() => board.groups())
        .toEqual([['Deploys were calm', 'Deploys take an hour']]);
      await undo(page);
      await expect(deploys).toHaveCount(0);
      await expect.poll(() => board.groups()).toEqual([]);
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(deploys).toContainText('Deploys were calm');
    });
  });
}

test('by menu: group with a search, take out, rename, move, dissolve', async ({ page, crew }) => {
  const board = await newBoard(crew);
  await open(page, crew.robin, board);
  const menuOf = (text: string) =>
    note(page, text).getByRole('button', { name: `Actions for “${text}”` });
  const machine = groupCard(page, 'Buy a faster machine');

  await menuOf('Builds are slow').click();
  await page.getByRole('menuitem', { name: 'Group with…' }).click();
  const picker = page.getByRole('dialog', { name: 'Group with…' });
  await expect(picker.getByRole('option')).toHaveCount(4);
  await picker.getByRole('combobox').fill('machine');
  await expect(picker.getByRole('option')).toHaveCount(1);
  await picker.getByRole('option', { name: 'Buy a faster machine' }).click();
  await expect(machine).toContainText('Builds are slow');
  await expect(picker).toHaveCount(0);

  await machine.getByRole('button', { name: /^Rename group/ }).click();
  const title = page.getByRole('textbox', { name: /^Title of group/ });
  await expect(title).toBeFocused();
  await title.fill('Speed');
  await page.keyboard.press('Enter');
  await expect(machine.getByRole('heading', { name: 'Speed' })).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(machine.getByRole('heading', { name: 'Speed' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(machine.getByRole('heading', { name: 'Speed' })).toBeVisible();

  const groupMenu = machine.getByRole('button', { name: 'Actions for group “Speed”' });
  await groupMenu.click();
  await page.getByRole('menuitem', { name: wentWell }).click();
  await expect(column(page, wentWell).getByRole('article', { name: /^Group Speed/ })).toBeVisible();

  await test.step('a typed title stays when notes join and leave', async () => {
    await menuOf('Tea was hot').click();
    await page.getByRole('menuitem', { name: 'Group with…' }).click();
    await picker.getByRole('combobox').fill('speed');
    await page.keyboard.press('Enter');
    await expect(machine).toContainText('Tea was hot');
    await expect(machine.getByRole('heading', { name: 'Speed' })).toBeVisible();
    await menuOf('Tea was hot').click();
    await page.getByRole('menuitem', { name: 'Take out of the group' }).click();
    await expect(machine).not.toContainText('Tea was hot');
  });
  await test.step('a note that was moved out of its group comes back to it', async () => {
    await menuOf('Builds are slow').click();
    await page.getByRole('menuitem', { name: wentWell }).click();
    await expect(machine).toHaveCount(0);
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(machine).toContainText('Builds are slow');
    await expect(machine.getByRole('heading', { name: 'Speed' })).toBeVisible();
    await expect.poll(() => board.groups()).toEqual([['Builds are slow', 'Buy a faster machine']]);
  });
  await groupMenu.click();
  await page.getByRole('menuitem', { name: 'Dissolve group' }).click();
  await expect(machine).toHaveCount(0);
  await expect.poll(() => board.groups()).toEqual([]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(machine.getByRole('heading', { name: 'Speed' })).toBeVisible();
  await expect.poll(() => board.groups()).toEqual([['Builds are slow', 'Buy a faster machine']]);

  await test.step('a search that a phase has closed does not come back', async () => {
    await menuOf('Tea was hot').click();
    await page.getByRole('menuitem', { name: 'Group with…' }).click();
    await expect(picker).toBeVisible();
    await board.jumpTo('voting');
    await expect(picker).toHaveCount(0);
    await board.jumpTo('grouping');
    await expect(page.getByRole('button', { name: 'Next: Voting' })).toBeVisible();
    await expect(picker).toHaveCount(0);
  });
});

test('a group made by keyboard comes into view with its title', async ({ page, crew }) => {
  const builds = Array.from(
    { length: 20 },
    (_, index) => ['to_improve', `Build ${index}`] as const,
  );
  const board = await newBoard(crew, { notes: [['went_well', 'Deploys were calm'], ...builds] });
  await open(page, crew.robin, board);
  await note(page, 'Build 0').scrollIntoViewIfNeeded();
  await note(page, 'Deploys were calm').focus();
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Build 19');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Deploys were calm')).toBeFocused();
  await expect(groupCard(page, 'Build 19').getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('by keyboard: G groups and keeps the focus on the note, arrows move through the group', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew);
  const release = await holdBack(page, /\/assets\/grouping-/);
  await open(page, crew.robin, board);
  const pressAll = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await note(page, 'Deploys were calm').focus();
  // No key is lost before the grouping code has loaded.
  await pressAll('g');
  await release();
  await expect(
    page.getByRole('dialog', { name: 'Group with…' }).getByRole('combobox'),
  ).toBeFocused();
  await page.keyboard.type('take an hour');
  await pressAll('Enter');
  const deploys = groupCard(page, 'Deploys take an hour');
  await expect(note(page, 'Deploys were calm')).toBeFocused();
  await expect(deploys).toContainText('Deploys were calm');

  await pressAll('Escape');
  await expect(deploys).toBeFocused();
  await pressAll('ArrowDown');
  await expect(note(page, 'Deploys take an hour')).toBeFocused();
  await pressAll('ArrowDown');
  await expect(note(page, 'Deploys were calm')).toBeFocused();
  await pressAll('ArrowUp', 'ArrowUp');
  await expect(deploys).toBeFocused();
  await expect(column(page, toImprove).locator('article[tabindex="0"]')).toHaveCount(1);

  await test.step('E renames; Escape leaves the title as it was', async () => {
    await pressAll('e');
    await expect(page.getByRole('textbox', { name: /^Title of group/ })).toBeFocused();
    await page.keyboard.type('Releases');
    await pressAll('Enter');
    await expect(page.getByRole('article', { name: /^Group Releases, 2 notes/ })).toBeFocused();
    await pressAll('e');
    await page.keyboard.type('Never');
    await pressAll('Escape');
    await expect(page.getByRole('article', { name: /^Group Releases, 2 notes/ })).toBeFocused();
  });
  await test.step('M moves the group, and the focus goes along', async () => {
    await pressAll('m');
    await expect(page.getByRole('menuitem', { name: wentWell })).toBeFocused();
    await pressAll('Enter');
    await expect(column(page, wentWell).getByRole('article', { name: /^Group/ })).toBeFocused();
  });
  await test.step('a note is taken out by its menu, and keeps the focus', async () => {
    await pressAll('End');
    await note(page, 'Deploys were calm').focus();
    await note(page, 'Deploys were calm')
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Take out of the group' }).press('Enter');
    await expect(page.getByRole('article', { name: /^Group/ })).toHaveCount(0);
    await expect(note(page, 'Deploys were calm')).toBeFocused();
    await undo(page);
    await expect(page.getByRole('article', { name: /^Group Releases, 2 notes/ })).toBeVisible();
    await expect(note(page, 'Deploys were calm')).toBeFocused();
  });
});

test('a long group shows its three newest notes and a button for the rest', async ({
  page,
  crew,
}) => {
  const texts = Array.from({ length: 6 }, (_, at) => `Deploy number ${at + 1}`);
  const board = await newBoard(crew, {
    notes: texts.map((text) => ['went_well', text] as const),
  });
  await board.groupAs(crew.robin, ...texts);
  await open(page, crew.robin, board);
  const group = groupCard(page, 'Deploy number 6');
  await expect(note(page, 'Deploy number 4')).toBeVisible();
  await expect(note(page, 'Deploy number 3')).toBeHidden();
  await group.focus();
  await page.keyboard.press('End');
  await expect(note(page, 'Deploy number 4')).toBeFocused();
  await group.getByRole('button', { name: '3 more notes of' }).click();
  await expect(note(page, 'Deploy number 1')).toBeVisible();
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(note(page, 'Deploy number 1')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
});

test('in phases without grouping, a drop on a card is a drop in its column', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, { phase: 'revealing' });
  await open(page, crew.robin, board);
  await carry(page, note(page, 'Tea was hot'), note(page, 'Buy a faster machine'));
  await expect(column(page, actionItems)).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)');
  await page.mouse.up();
  await expect(column(page, actionItems).getByText('Tea was hot')).toBeVisible();
  expect(await board.groups()).toEqual([]);
  await note(page, 'Tea was hot').focus();
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a refused title returns to its field', async ({ page, crew }) => {
  const board = await newBoard(crew);
  await board.groupAs(crew.robin, 'Tea was hot', 'Builds are slow');
  // No letter is lost before the group buttons have loaded.
  await holdBack(page, /\/assets\/GroupButtons-/);
  await open(page, crew.robin, board);
  const group = groupCard(page, 'Tea was hot');
  await group.focus();
  await page.keyboard.press('e');
  await page.keyboard.type('Half a title');
  // The server refuses before this page knows the phase.
  await page.route('**/groups/*', (route) =>
    route.fulfill(
      ownAnswer({ detail: 'Notes can only be grouped during Grouping or Discussing.' }, 409),
    ),
  );
  await page.keyboard.press('Enter');
  await expect(toasts(page).getByText('Error renaming a group')).toBeVisible();
  await expect(toasts(page).getByText(/Notes can only be grouped/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Title of group/ })).toHaveValue('Half a title');
});
