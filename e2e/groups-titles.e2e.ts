// Group titles lose no typed letter.
import { test } from './crew.ts';
import { groupCard, newBoard, open } from './group-scene.ts';
import { call, expect, holdBack } from './walk.ts';

const lateCode = /\/assets\/late-code-/;

test('a title typed before its code has loaded is saved', async ({ page, crew }) => {
  const board = await newBoard(crew);
  await board.groupAs(crew.robin, 'Tea was hot', 'Builds are slow');
  const release = await holdBack(page, lateCode);
  await open(page, crew.robin, board);
  const group = groupCard(page, 'Tea was hot');
  await group.focus();
  await page.keyboard.press('e');
  await page.keyboard.type('Half a title');
  await page.keyboard.press('Enter');
  await release();
  await expect(group.getByRole('heading', { name: 'Half a title' })).toBeVisible();
});

test('typing a title continues if somebody moves the group to another column', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew);
  const { id } = await board.groupAs(crew.robin, 'Tea was hot', 'Builds are slow');
  await open(page, crew.robin, board);
  const group = groupCard(page, 'Tea was hot');
  await group.focus();
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: /^Title of group/ });
  await page.keyboard.type('Half a ');
  const path = `/api/v1/meetings/${board.id}/groups/${id}`;
  await call(crew.sasha, ['PUT', path], { column_id: 'to_improve' });
  await expect(
    page.getByRole('region', { name: 'To Improve' }).getByRole('textbox', { name: /^Title/ }),
  ).toBeVisible();
  await expect(field).toHaveValue('Half a ');
  await page.keyboard.type('title');
  await page.keyboard.press('Enter');
  await expect(group.getByRole('heading', { name: 'Half a title' })).toBeVisible();
});

test('typing a title continues below thirty notes that arrive at once', async ({ page, crew }) => {
  const older = ['Tea was hot', 'Builds are slow'];
  const newer = Array.from({ length: 30 }, (_, n) => `Note ${n} of many`);
  const notes = [...older, ...newer].map((text) => ['went_well', text] as const);
  const board = await newBoard(crew, { notes });
  await board.groupAs(crew.robin, ...older);
  const { id } = await board.groupAs(crew.robin, ...newer);
  await open(page, crew.robin, board);
  await groupCard(page, 'Tea was hot').focus();
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: /^Title of group/ });
  await page.keyboard.type('Half a ');
  await field.evaluate((element) => element.setAttribute('data-before', ''));
  await call(crew.sasha, ['DELETE', `${board.api}/groups/${id}`]);
  await expect(page.getByRole('article', { name: ': Note 0 of many' })).toBeAttached();
  await expect(page.locator('[data-before]')).toBeFocused();
  await page.keyboard.type('title');
  await expect(field).toHaveValue('Half a title');
});
