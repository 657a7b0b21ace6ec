// Suggested groups: a preview that the owner accepts entirely or one by one, with undo. Similar notes: below a note being
// read, and first when grouping it.
import type { Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { atEachSize } from './each-size.ts';
import { type Board, newBoard } from './group-scene.ts';
import { judge, judgeDialog } from './judge.ts';
import { judgeRoom, looksOfDialogs } from './little-room.ts';
import { expect } from './product.ts';
import {
  answerWith,
  holdBack,
  newMeeting,
  ownAnswer,
  openAs,
  chooseInMenu,
  runCommand,
  toasts,
} from './walk.ts';

const notes: [type: string, text: string][] = [
  ['went_well', 'Rollback worked within five minutes'],
  ['went_well', 'The team lunch was fun'],
  ['to_improve', 'Builds are way too slow'],
  ['to_improve', 'Too many meetings this sprint'],
  ['to_improve', 'Slow builds block the merge queue'],
  ['went_well', 'Build times of the new modules are fine'],
  ['to_improve', 'Refinement meetings have no agenda'],
  ['action', 'Look at slow builds'],
];

async function openRetro(page: Page, crew: Crew, as = crew.robin): Promise<Board> {
  const board = await newBoard(crew, { notes });
  await openAs(page, as, board.path);
  await expect(page.getByRole('article').first()).toBeVisible();
  return board;
}

const note = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const suggest = (page: Page) => page.getByRole('button', { name: 'Suggest groups' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Suggested groups' });
const suggested = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Suggested groups' }).locator('> li');

const builds = ['Builds are way too slow', 'Slow builds block the merge queue'];
const meetings = ['Too many meetings this sprint', 'Refinement meetings have no agenda'];

atEachSize(test, () => {
  test('the owner groups a suggestion, skips one, and undoes everything', async ({
    page,
    crew,
  }) => {
    const meeting = await openRetro(page, crew);
    // On a phone it is in the menu.
    const isPhone = (page.viewportSize()?.width ?? 0) < 640;
    await judge(page, 'suggesting');
    if (isPhone) {
      await chooseInMenu(page, 'Suggest groups');
    } else await suggest(page).click();
    await expect(suggested(page)).toHaveCount(2);
    const first = suggested(page).first();
    for (const text of builds) await expect(first).toContainText(text);
    for (const other of ['Build times of the new modules are fine', 'Look at slow builds']) {
      await expect(dialog(page), 'of another column').not.toContainText(other);
    }
    expect(await meeting.groups()).toEqual([]);
    await judgeDialog(page, 'suggested-groups');
    await judgeRoom(page, 'suggested-groups', looksOfDialogs);

    await first.getByRole('button', { name: /^Group/ }).click();
    await expect(suggested(page)).toHaveCount(1);
    await expect(suggested(page).getByRole('button', { name: /^Group/ })).toBeFocused();
    await expect.poll(() => meeting.groups()).toEqual([builds]);

    await suggested(page).getByRole('button', { name: /^Skip/ }).click();
    await expect(dialog(page).getByText('1 group made')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();

    await dialog(page).getByRole('button', { name: 'Reset' }).click();
    await expect(suggested(page)).toHaveCount(2);
    await expect.poll(() => meeting.groups()).toEqual([]);

    await test.step('what is accepted as a whole is undone as a whole', async () => {
      await dialog(page).getByRole('button', { name: 'Group all (2)' }).click();
      const sorted = async () =>
        (await meeting.groups()).toSorted(([a = ''], [b = '']) => a.localeCompare(b));
      await expect.poll(sorted).toEqual([builds, meetings]);
      await expect(dialog(page)).toHaveCount(0);
      if (!isPhone) await expect(suggest(page)).toBeFocused();
      const made = toasts(page).getByRole('group').filter({ hasText: '2 groups made' });
      await made.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(sorted).toEqual([]);
    });
  });
});

test('a board without similar notes gets no suggestions', async ({ page, crew }) => {
  const { team, robin } = crew;
  const meeting = await newMeeting(robin, team, { notes: notes.slice(0, 2) });
  await openAs(page, robin, meeting.path);
  await suggest(page).click();
  await expect(dialog(page).getByText('No clear groups found')).toBeVisible();
  await judgeDialog(page, 'no-suggested-groups');
});

test('the palette requests suggestions; the page shows progress, and a failure offers a retry', async ({
  page,
  crew,
}) => {
  await openRetro(page, crew);
  const url = /group-suggestions$/;
  const release = await holdBack(page, url);
  // The command exists with its button; the palette lists commands present when it opened.
  await expect(suggest(page)).toBeVisible();
  await runCommand(page, 'suggest');
  await expect(dialog(page).getByText('Comparing the notes…')).toBeVisible();
  await release();
  await expect(suggested(page)).toHaveCount(2);
  await page.keyboard.press('Escape');

  await answerWith(page, url, { status: 503, detail: 'Many boards are waiting.' });
  await suggest(page).click();
  await expect(dialog(page).getByText('No groups could be suggested')).toBeVisible();
  await expect(dialog(page).getByText('Many boards are waiting.')).toBeVisible();
  await page.unroute(url);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(suggested(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await test.step('similar notes come first where a note is grouped with another, and are marked', async () => {
    await note(page, 'Too many meetings')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Group with…' }).click();
    const options = page.getByRole('dialog', { name: 'Group with…' }).getByRole('option');
    await expect(options.first()).toContainText('Refinement meetings have no agenda');
    await expect(options.first()).toContainText('Similar · To Improve');
    await expect(options.filter({ hasText: 'Similar' })).toHaveCount(1);
    await expect(options).toHaveCount(notes.length - 1);
    await judgeDialog(page, 'group-with-similar');
    await judgeRoom(page, 'group-with-similar', looksOfDialogs);
    await page.getByRole('combobox').fill('meet');
    await expect(options).toHaveCount(1);
    await expect(options.filter({ hasText: 'Similar' })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });
  await test.step('what only shares a word with it is not called similar', async () => {
    const ids = await page
      .locator('.note-slot')
      .evaluateAll((slots) => slots.map(({ id }) => id.replace('note-', '')));
    const weak = ids.map((note_id) => ({ note_id, similarity: 0.1 }));
    await page.route(/similar$/, (route) => route.fulfill(ownAnswer(weak)));
    await note(page, 'The team lunch was fun')
      .getByRole('button', { name: /^Actions/ })
      .click();
    const answered = page.waitForResponse(/similar$/);
    await page.getByRole('menuitem', { name: 'Group with…' }).click();
    await answered;
    const options = page.getByRole('dialog', { name: 'Group with…' }).getByRole('option');
    await expect(options).toHaveCount(notes.length - 1);
    await expect(options.filter({ hasText: 'Similar' })).toHaveCount(0);
  });
});

test('a reader of a note sees similar ones, opens one, and groups it', async ({ page, crew }) => {
  const meeting = await openRetro(page, crew, crew.sasha);
  await test.step('who does not lead is not offered suggestions', async () => {
    await expect(page.getByRole('button', { name: "I'm done" })).toBeVisible();
    await expect(suggest(page)).toHaveCount(0);
  });

  await test.step('where similar notes cannot be found the note is read all the same', async () => {
    await answerWith(page, /similar$/, 503);
    await note(page, 'Builds are way too slow').click();
    const view = page.getByRole('dialog', { name: 'View Note' });
    await expect(view.getByText('They could not be loaded.')).toBeVisible();
    await page.unroute(/similar$/);
    await view.getByRole('button', { name: 'Try again' }).click();
    await expect(view.getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await note(page, 'Builds are way too slow').click();
  const view = page.getByRole('dialog', { name: 'View Note' });
  const similar = view.getByRole('region', { name: 'Similar notes' });
  await expect(similar.getByRole('listitem')).toHaveCount(3);
  await expect(similar).not.toContainText('lunch');
  await judgeDialog(page, 'similar-notes');
  await similar
    .getByRole('button', { name: 'Slow builds block the merge queue', exact: true })
    .click();
  await expect(
    similar.getByRole('button', { name: 'Builds are way too slow', exact: true }),
  ).toBeVisible();
  await similar.getByRole('button', { name: /^Group with “Builds are way too slow/ }).click();
  await expect(similar.getByText('In its group')).toBeVisible();
  await expect
    .poll(() => meeting.groups())
    .toEqual([['Builds are way too slow', 'Slow builds block the merge queue']]);
});
