// The meeting page's side panel, and the page in print.
import { test } from './crew.ts';
import { newBoard, openAs } from './frame-board.ts';
import { cards, expectNoPageScroll, fixedParts } from './frame-measures.ts';
import { takePicture } from './judge.ts';
import { spec } from './spec-texts.ts';
import { expect, sizes, chooseInMenu, toasts } from './walk.ts';

test('the side panel shows 25 people and closes; both states are stored', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, 3);
  const guests = Object.fromEntries(
    Array.from({ length: 24 }, (_, at) => [
      `0198f2c4-7f00-7000-8000-0000000002${String(at).padStart(2, '0')}`,
      `Guest ${at}`,
    ]),
  );
  await page.routeWebSocket(/\/api\/v1\/ws\/meetings\//, (ws) => {
    ws.connectToServer().onMessage((text) => {
      const frame: { type: string; data: { people: object } } = JSON.parse(String(text));
      if (frame.type === 'presence_changed') Object.assign(frame.data.people, guests);
      ws.send(JSON.stringify(frame));
    });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, crew.robin, board);
  const panel = page.getByRole('complementary', { name: 'Meeting' });
  await expect(panel.getByText(spec.participants.online(24))).toBeVisible();
  // The menus' code loads late and turns each row into a button.
  await expect(panel.getByRole('button').filter({ hasText: 'Guest 9' })).toBeVisible();
  await panel.getByText('Guest 9', { exact: true }).scrollIntoViewIfNeeded();
  await expect(panel.getByText('Guest 9', { exact: true })).toBeInViewport();
  await expectNoPageScroll(page);
  await fixedParts(page);
  const { width } = (await panel.boundingBox()) ?? {};
  expect(width, 'a fifth of the window').toBe(256);
  const tabs = await panel.getByRole('tablist').boundingBox();
  expect(tabs?.height, 'its tabs are one line').toBe(44);

  const columns = page.locator('.note-columns');
  const narrow = (await columns.boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  const sound = page.getByRole('menuitemcheckbox', { name: 'Sound' });
  await expect(sound.locator('.menu-switch'), 'a switch looks like one').toBeVisible();
  await page.getByRole('menuitemcheckbox', { name: 'Dense cards' }).click();
  const card = page.getByRole('article').first();
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(60);
  await chooseInMenu(page, 'Export…');
  await expect(page.getByRole('menuitem', { name: /^Markdown/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused();
  await board.addAs(crew.sasha, 'went_well', 'Written meanwhile');
  await expect(cards(page)).toHaveCount(4);
  await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-write']);
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(toasts(page)).toContainText('Link copied');
  const people = page.getByRole('button', { name: '25 online' });
  await page.keyboard.press('p');
  await expect(panel).toHaveCount(0);
  await expect(people, 'the focus was in the panel').toBeFocused();
  await page.keyboard.press('p');
  await panel.getByRole('tab', { name: 'Activity' }).click();
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await expect(panel.getByRole('tab', { selected: true })).toHaveText('Activity');
  await panel.getByRole('button', { name: 'Hide panel' }).click();
  await expect(people).toBeFocused();
  await page.reload();
  await expect(people).toBeVisible();
  await expect(panel).toHaveCount(0);
  expect((await columns.boundingBox())?.width).toBeGreaterThan(narrow + 200);
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(60);
  await people.click();
  await expect(panel.getByText(spec.participants.online(24))).toBeVisible();

  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(panel).toBeHidden();
  await chooseInMenu(page, /^People and activity.*25 online/);
  const drawer = page.getByRole('dialog', { name: 'Meeting' });
  await expect(drawer.getByText(spec.participants.online(24))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.setViewportSize({ width: 620, height: 900 });
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  const item = page.getByRole('menuitem', { name: /^People and activity/ });
  const [faces, key] = [
    await item.locator('ul').boundingBox(),
    await item.locator('kbd').boundingBox(),
  ];
  expect(key?.y, 'beside the faces').toBeLessThan((faces?.y ?? 0) + (faces?.height ?? 0));
});

test('prints black on white, all notes and no controls', async ({ page, crew }) => {
  const board = await newBoard({ ...crew, team: { ...crew.team, name: 'On paper' } }, 60);
  await openAs(page, crew.robin, board);
  await page.emulateMedia({ media: 'print' });
  const cut = await page.locator('.note-slot').evaluateAll(
    (slots) =>
      slots.filter((slot) => {
        const box = slot.getBoundingClientRect();
        for (let each = slot.parentElement; each; each = each.parentElement) {
          if (getComputedStyle(each).overflowY === 'visible') continue;
          if (each.getBoundingClientRect().bottom < box.bottom) return true;
        }
        return box.height === 0;
      }).length,
  );
  await expect(cards(page)).toHaveCount(60);
  expect(cut).toBe(0);
  await page.setViewportSize(sizes.phone);
  for (const at of [1, 2, 3])
    await expect(page.getByText(`Number ${at}`, { exact: true })).toBeVisible();
  await expect(page.getByText('On paper').first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
  await takePicture(page, 'meeting-on-paper', { fullPage: true });
  const colours = await page
    .getByText('Number 1', { exact: true })
    .evaluate((node) => [
      getComputedStyle(node).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('others’ changes mark the Activity tab until seen, also over a reload', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, 3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await openAs(page, crew.robin, board);
  const tab = page.getByRole('tab', { name: 'Activity' });
  const entry = page.getByRole('tabpanel').getByText('“Seen after a reload”');
  await board.addAs(crew.robin, 'went_well', 'My own');
  await expect(page.getByText('My own')).toBeVisible();
  await expect(tab).toHaveAccessibleName('Activity');
  await board.addAs(crew.sasha, 'went_well', 'Seen after a reload');
  await expect(tab).toHaveAccessibleName('Activity new');
  await page.reload();
  await expect(tab).toHaveAccessibleName('Activity new');
  await tab.click();
  await expect(entry).toBeVisible();
  await expect(tab).toHaveAccessibleName('Activity');
  await page.reload();
  await tab.click();
  await expect(entry).toBeVisible();
  await expect(tab).toHaveAccessibleName('Activity');
  // Each is shown for ten seconds.
  await page.clock.runFor(10_000);
  await expect(entry).toHaveCount(0);
  await page.reload();
  await tab.click();
  await expect(page.getByRole('tabpanel')).toContainText('All quiet.');
});
