// Groups changed by two people at once, and offline.
import { whenReady } from './away-board.ts';
import { test } from './crew.ts';
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
import { expect } from './walk.ts';

test('two people see, hear of and extend each other’s groups, and see who drags', async ({
  page,
  crew,
  newPage,
}) => {
  const board = await newBoard(crew);
  await open(page, crew.robin, board);
  const theirs = await open(await newPage(), crew.sasha, board);
  for (const each of [page, theirs]) {
    await expect(note(each, 'Builds are slow')).toBeVisible();
  }
  const seen = note(theirs, 'Tea was hot');
  const before = await seen.boundingBox();
  await drop(page, note(page, 'Builds are slow'), note(page, 'Deploys take an hour'));
  await expect(groupCard(theirs, 'Builds are slow')).toContainText('Deploys take an hour');
  await expect(theirs.getByText(/^Group .*: 2 notes\.$/)).toBeAttached();
  expect(await seen.boundingBox()).toEqual(before);

  await drop(theirs, note(theirs, 'Builds are slow'), note(theirs, 'Buy a faster machine'));
  await expect(groupCard(page, 'Buy a faster machine')).toContainText('Builds are slow');
  await expect(groupCard(page, 'Deploys take an hour')).toHaveCount(0);
  await undo(page);
  await expect(toasts(page).getByText(/regrouped these notes/)).toBeVisible();
  await expect.poll(() => board.groups()).toEqual([['Builds are slow', 'Buy a faster machine']]);

  await test.step('a dragged note shows who drags it, and the first of two drops is notified', async () => {
    const held = note(theirs, 'Tea was hot');
    await carry(page, note(page, 'Tea was hot'), note(page, 'Deploys take an hour'));
    await expect(held.getByText('Robin Field is dragging…')).toBeVisible();
    await page.mouse.up();
    await expect(groupCard(theirs, 'Tea was hot')).toBeVisible();
    await expect(held.getByText('Robin Field is dragging…')).toHaveCount(0);
    await board.groupAs(crew.sasha, 'Deploys were calm', 'Tea was hot');
    await expect(toasts(page).getByText('Sasha Brook moved “Tea was hot” after you')).toBeVisible();
  });

  await test.step('a dragged note stays in place when voting begins', async () => {
    const before = await board.groups();
    // A dragged note is outside the column.
    const held = column(page, 'To Improve').getByRole('article', {
      name: ': Deploys take an hour',
    });
    await carry(page, held, note(page, 'Builds are slow'));
    await board.moveTo('voting');
    await expect(held.getByRole('group', { name: /^Your votes/ })).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Note “Deploys take an hour” stays where it was.')).toBeAttached();
    await expect(page.locator('.drag-overlay')).toHaveCount(0);
    expect(await board.groups()).toEqual(before);
  });
});

test('groups made, changed and dissolved offline reach the server as shown', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew);
  await open(page, crew.robin, board);
  await whenReady(page);
  await page.context().setOffline(true);
  await drop(page, note(page, 'Tea was hot'), note(page, 'Builds are slow'));
  const group = groupCard(page, 'Tea was hot');
  await drop(page, note(page, 'Buy a faster machine'), group);
  await expect(group).toContainText('Buy a faster machine');
  await undo(page);
  await expect(group).not.toContainText('Buy a faster machine');
  await page.context().setOffline(false);
  await expect(page.getByText(/waiting to be sent/)).toHaveCount(0);
  await expect.poll(() => board.groups()).toEqual([['Tea was hot', 'Builds are slow']]);
});
