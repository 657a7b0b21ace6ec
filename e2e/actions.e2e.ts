// Action items: agreed in a retro, reviewed in the next, and settled on the Actions page.
import type { Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { testedSizes } from './each-size.ts';
import { judge } from './judge.ts';
import {
  answerWith,
  call,
  expect,
  expectNoSidewaysScroll,
  inTeam,
  newMeeting,
  openAs,
  paste,
  signedInAs,
  type Somebody,
  openBoard,
  chooseInMenu,
} from './walk.ts';

async function showActions(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  if (isPhone) {
    await chooseInMenu(page, /^People and activity/);
  }
  await page.getByRole('tab', { name: 'Actions' }).click();
}

const add = (who: Somebody, { team }: Crew, body: object) =>
  call<{ id: string }>(who, ['POST', `/api/v1/teams/${team.id}/actions`], body);

/** In the browser's zone (playwright.config.ts): for an hour or two it has another day than the server. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(
    Date.now() + days * 86_400_000,
  );

for (const [size, viewport] of Object.entries(testedSizes)) {
  test.describe(size, () => {
    test.use({ viewport });

    test('from the retro that agrees on it to the next retro and the Actions page', async ({
      page,
      crew,
      newPage,
    }) => {
      const { robin, sasha, team } = crew;
      const first = await newMeeting(robin, team, { phase: 'grouping' });
      for (const each of [robin, sasha]) {
        await call(each, ['POST', `${first.api}/notes`], { content: 'Reviews wait' });
      }
      await first.moveTo('closing_ready');
      await openBoard(page, robin, first.path);
      await page.keyboard.press('b');
      await showActions(page);
      const panel = page.getByRole('tabpanel', { name: 'Actions' });
      const line = panel.getByRole('combobox', { name: 'New action item' });
      await line.fill('Ask for a reviewer');
      await expect(panel.getByText('No day')).toBeVisible();
      await line.fill('Ask for a reviewer by tomorrow @sa');
      const names = page.getByRole('listbox', { name: 'Names' });
      await expect(names.getByRole('option')).toHaveCount(1);
      // The list covers neither.
      await panel.getByRole('combobox', { name: 'Owner' }).click({ trial: true });
      await panel.getByLabel('Due on').click({ trial: true });
      await expect(panel.getByText('No day')).toHaveCount(0);
      await names.getByRole('option', { name: 'Sasha Brook' }).click();
      await expect(line).toHaveValue('Ask for a reviewer by tomorrow @Sasha Brook ');
      await expect(panel.getByRole('form', { name: 'New action item' })).toContainText(
        'by tomorrow',
      );
      const owner = panel.locator('.action-details').locator('span', { hasText: /^Sasha Brook$/ });
      await expect(owner.last()).toHaveCSS('text-overflow', 'ellipsis');
      await line.press('Enter');
      const listed = panel.getByRole('list', { name: 'Action items' });
      await expect(listed.getByText('Ask for a reviewer', { exact: true })).toBeVisible();
      await expect(listed).toContainText('Sasha Brook');
      await expect(listed).toContainText('Tomorrow');
      await paste(line, '"Order\nthe coffee"');
      await line.press('Enter');
      await line.fill('Move the archive');
      await line.press('Enter');
      await expect(listed.getByRole('listitem')).toHaveCount(3);
      const agreed = () => call<unknown[]>(robin, ['GET', `/api/v1/teams/${team.id}/actions`]);
      await expect.poll(agreed, 'the server has them, too').toHaveLength(3);

      await first.change({ status: 'closed' });
      const next = await newMeeting(robin, { ...team, name: 'Sprint 13' }, { phase: 'joining' });
      const other = await openBoard(await newPage(), sasha, next.path);
      await openBoard(page, robin, next.path);
      const since = page.getByRole('region', { name: 'Since last time' });
      await expect(since.getByText('2nd retro')).toHaveCount(3);
      await judge(page, `since-last-time-${size}`);
      await expect(since.locator('li').filter({ hasText: 'Move the archive' })).toHaveText(
        /^(?!.*Nobody's.*Nobody's)/,
      );
      await expect(since.locator('li').filter({ hasText: 'Move the archive' })).toContainText(
        "Nobody's",
      );
      await since.getByLabel('Owner of Move the archive').selectOption('Sasha Brook');
      await expect(other.getByLabel('Owner of Move the archive')).toHaveValue(sasha.id);
      await expect(since.getByLabel('Owner of Ask for a reviewer')).toHaveValue(sasha.id);
      await since.getByRole('group', { name: 'Order the coffee' }).getByText('Done').click();
      await since.getByRole('group', { name: 'Move the archive' }).getByText('Drop').click();
      await since.getByPlaceholder('Why drop it?').fill('The archive is gone.');
      await since.getByRole('form').getByRole('button', { name: 'Drop' }).click();
      await since.getByRole('button', { name: 'Keep' }).click();
      await page.emulateMedia({ media: 'print' });
      await expect(since.getByRole('button', { name: 'Kept' })).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
      const theirs = other.getByRole('list', { name: 'Since last time' });
      await expect(theirs.getByRole('listitem')).toHaveCount(1);
      await theirs.getByText('Done').click();
      for (const each of [page, other]) {
        await expect(each.getByText('Nothing left over from earlier retros.')).toBeVisible();
      }
      await other.getByRole('button', { name: 'Undo' }).click();
      await expect(theirs.getByRole('listitem')).toHaveCount(1);

      await inTeam(page.context(), team.id);
      await page.goto(`${robin.product.url}/actions`);
      const open = page.getByRole('list', { name: 'Action items' }).getByRole('listitem');
      await expect(open).toHaveCount(1);
      await expect(open).toContainText('Ask for a reviewer');
      await expect(open).toContainText(team.name);
      await expect(open).toContainText('new');
      await next.moveTo('writing');
      await showActions(other);
      await expect(other.getByRole('region', { name: 'Still open' })).toContainText(
        'Ask for a reviewer',
      );
      await page.getByRole('radio', { name: 'Dropped 1' }).check();
      await expect(page.getByText('Dropped: The archive is gone.')).toBeVisible();
      await page.getByRole('radio', { name: 'Done 1' }).check();
      await expect(page.getByRole('checkbox', { name: 'Done: Order the coffee' })).toBeChecked();
      await expectNoSidewaysScroll(page);
    });
  });
}

test('the dashboard opens the team’s action items for a person without any', async ({
  page,
  crew,
}) => {
  await newMeeting(crew.sasha, crew.team, { phase: 'writing' });
  await add(crew.sasha, crew, { text: 'Nobody’s yet' });
  await openAs(page, crew.robin, '/dashboard');
  await expect(page.getByRole('tab', { name: "The team's (1)", selected: true })).toBeVisible();
  await expect(page.getByText('Nobody’s yet')).toBeVisible();
});

test('action items are added, edited, undone and filtered on their page, and shown on the dashboard', async ({
  page,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const mine = { assignee_id: robin.id };
  await add(sasha, crew, { text: 'Answer the audit', due_on: inDays(-3), ...mine });
  await add(sasha, crew, { text: 'Write the runbook', due_on: inDays(3), ...mine });
  await add(sasha, crew, { text: 'Tidy the backlog', assignee_id: sasha.id });
  // A person without meetings would see the first steps.
  await newMeeting(sasha, team, { phase: 'writing' });
  const { id } = await add(sasha, crew, { text: 'Book the room' });
  await call(sasha, ['PUT', `/api/v1/actions/${id}`], { status: 'done' });
  await signedInAs(page.context(), robin.token);
  await inTeam(page.context(), team.id);

  await page.goto(`${robin.product.url}/dashboard`);
  const card = page.getByRole('region', { name: 'Open action items' });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await card.getByRole('tab', { name: "The team's" }).click();
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await judge(page, 'dashboard-actions');
  await card.getByRole('link', { name: 'All actions' }).click();

  const all = page.getByRole('list', { name: 'Action items' });
  const rows = all.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await page.getByRole('radio', { name: 'Mine 2' }).check();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('3 days late');
  await expect(rows.nth(0)).not.toContainText('new');
  await all.getByRole('checkbox', { name: 'Done: Answer the audit' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('radio', { name: 'Done 2' }).check();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole('radio', { name: 'Open 3' }).check();
  await page.getByRole('button', { name: 'New action' }).click();
  const line = page.getByRole('combobox', { name: 'New action item' });
  await expect(line).toBeFocused();
  await line.fill('Measure the build, '.repeat(12));
  const hidden = await line.evaluate((field) => field.scrollWidth - field.clientWidth);
  expect(hidden, 'a long text wraps').toBeLessThanOrEqual(0);
  await line.fill('Measure the build by 2020-01-31');
  await expect(page.getByText('This day is past.')).toBeVisible();
  const shownDay = page.getByText('31 Jan 2020');
  await expect(shownDay).toBeVisible();
  expect(await shownDay.evaluate((day) => day.scrollWidth - day.clientWidth)).toBe(0);
  await line.press('Enter');
  await expect(all.getByText('Measure the build', { exact: true })).toBeVisible();
  await judge(page, 'actions-team');
  await page.reload();
  await expect(rows.nth(0), 'nobody owns it').toContainText('Measure the build');
  await all.getByLabel('Owner of Measure the build').selectOption('Robin Field');
  await expect(page.getByRole('radio', { name: 'Mine 3' })).toBeVisible();
  await all.getByRole('button', { name: /^No day: Tidy the backlog/ }).click();
  await page.getByLabel('Day of Tidy the backlog').fill(inDays(1));
  await page.keyboard.press('Enter');
  await expect(all.getByRole('button', { name: /^No day/ })).toHaveCount(0);
  await all.getByRole('button', { name: 'Actions for Measure the build' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('form', { name: 'Edit action item' });
  await editor.getByRole('combobox', { name: 'Edit action item' }).fill('Measure the tests');
  await editor.getByLabel('Owner').selectOption({ label: 'Sasha Brook' });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(all.getByText('Measure the tests', { exact: true })).toBeVisible();
  await all.getByRole('button', { name: 'Actions for Measure the tests' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(all.getByText('Measure the tests')).toBeHidden();
  // Toasts of earlier changes may still be visible.
  const deletion = page.getByRole('group').filter({ hasText: 'Action item deleted' });
  await deletion.getByRole('button', { name: 'Undo' }).click();
  await expect(all.getByText('Measure the tests')).toBeVisible();
});

test('a drop reason returns to its field after a reload or refusal, on the page and on a board', async ({
  page,
  crew,
}) => {
  const { robin, team } = crew;
  const { id } = await add(robin, crew, { text: 'Book the room', assignee_id: robin.id });
  const meeting = await newMeeting(robin, team, { phase: 'joining' });
  await signedInAs(page.context(), robin.token);
  await inTeam(page.context(), team.id);
  const reason = page.getByLabel('Why drop it?');
  const refusal = { status: 409, detail: 'Not just now.' };

  await page.goto(`${robin.product.url}/actions`);
  await page.getByRole('button', { name: 'Actions for Book the room' }).click();
  await page.getByRole('menuitem', { name: 'Drop…' }).click();
  await reason.fill('There is no room.');
  await page.reload();
  await expect(reason).toHaveValue('There is no room.');
  await answerWith(page, `**/actions/${id}`, refusal);
  await reason.press('Enter');
  await expect(page.getByText('Not just now.')).toBeVisible();
  await expect(reason).toHaveValue('There is no room.');

  await openBoard(page, robin, meeting.path);
  const since = page.getByRole('region', { name: 'Since last time' });
  await expect(since.getByLabel('Why drop it?')).toHaveValue('There is no room.');
  await reason.press('Enter');
  await expect(page.getByText(/^Not just now/)).toBeVisible();
  await expect(reason).toHaveValue('There is no room.');
  await page.unroute(`**/actions/${id}`);
  await reason.press('Enter');
  await expect(page.getByText('Nothing left over from earlier retros.')).toBeVisible();
});

test('a former member stays named by their action items', async ({ page, crew }) => {
  const { robin, sasha, team } = crew;
  const meeting = await newMeeting(robin, team, { phase: 'discussing' });
  const body = { text: 'Ask for a reviewer', assignee_id: sasha.id };
  await call(robin, ['POST', `${meeting.api}/actions`], body);
  await call(sasha, ['POST', `/api/v1/teams/${team.id}/leave`]);
  const nobody = page.getByText('Nobody, formerly Sasha Brook');
  const owner = page.getByLabel('Owner of Ask for a reviewer');
  await openBoard(page, robin, meeting.path);
  await showActions(page);
  await expect(nobody.first()).toBeVisible();
  await inTeam(page.context(), team.id);
  await page.goto(`${robin.product.url}/actions`);
  await expect(owner).toContainText('Nobody, formerly Sasha Brook');
  await meeting.change({ status: 'closed' });
  await page.goto(robin.product.url + meeting.path);
  await expect(nobody.first()).toBeVisible();
});
