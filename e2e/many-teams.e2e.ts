// More teams than a page has, teams of one name, and lists with type-ahead search.
import type { Page } from '@playwright/test';

import { perFile } from './per-file.ts';
import { spec } from './spec-texts.ts';
import { openDrawer } from './visit.ts';
import {
  answerWith,
  call,
  expect,
  join,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  signedInAs,
  type Somebody,
  test as base,
  waitAhead,
} from './walk.ts';

/** A user in twelve teams; the two joined first are beyond the ten that are polled. */
const test = base.extend<{ many: Somebody & { teams: { id: string; name: string }[] } }>({
  many: perFile(async (product) => {
    const person = await newPerson(product, 'many@example.com', ['Mina', 'Many']);
    const teams = [];
    for (let number = 1; number <= 12; number += 1) {
      const name = `Squad ${String(number).padStart(2, '0')}`;
      teams.push({ ...(await newTeam(person, name)), name });
    }
    return { ...person, teams };
  }),
});

const switcher = (page: Page) => page.getByRole('button', { name: /^Team: / });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('currentTeamId'));

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
}

test('the switcher finds the eleventh team, which stays current; Enter chooses the typed team, however old the visible list is', async ({
  page,
  many,
}) => {
  await page.clock.install();
  await openAs(page, many, '/meetings');
  await expect(page.getByText(spec.meetings.showing('Squad 12'))).toBeVisible();
  await switcher(page).click();
  await expect(page.getByRole('option')).toHaveCount(10);
  await expect(page.getByText('10 of your 12 teams.')).toBeVisible();
  await page.getByPlaceholder('Find a team…').fill('squad 02');
  await waitAhead(page, page.getByRole('option', { name: 'Squad 02' }));
  await page.getByRole('option', { name: 'Squad 02' }).click();
  await expect(page.getByText(spec.meetings.showing('Squad 02'))).toBeVisible();

  const polled = page.waitForResponse('**/api/v1/teams/me');
  await page.clock.runFor(31_000);
  await polled;
  await expect(page.getByText(spec.meetings.showing('Squad 02'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(spec.meetings.showing('Squad 02'))).toBeVisible();
  expect(await stored(page)).toBe(many.teams[1]?.id);

  await page.clock.resume();
  for (const name of ['Squad 07', 'Squad 01']) {
    await switcher(page).click();
    await expect(page.getByPlaceholder('Find a team…')).toBeFocused();
    await page.keyboard.type(name.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByText(spec.meetings.showing(name))).toBeVisible();
  }
  await openPalette(page);
  await page.keyboard.type('nord');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'nord');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();

  await switcher(page).click();
  await expect(page.getByPlaceholder('Find a team…')).toBeFocused();
  await page.keyboard.type('no such team');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No team has that name.')).toBeVisible();
  await expect(page.getByText(spec.meetings.showing('Squad 01'))).toBeVisible();
});

test('removal from a current team beyond the first ten clears it with a message', async ({
  page,
  product,
  many,
}) => {
  const guest = await newPerson(product, 'many-guest@example.com', ['Gus', 'Guest']);
  const lost = await newTeam(many, 'Lost squad');
  await join(many, lost.id, guest);
  for (let number = 1; number <= 10; number += 1) await newTeam(guest, `Own ${number}`);
  await page.clock.install();
  await openAs(page, guest, '/meetings');
  await page.evaluate((id) => localStorage.setItem('currentTeamId', id), lost.id);
  await page.reload();
  await expect(page.getByText(spec.meetings.showing('Lost squad'))).toBeVisible();
  await call(many, ['POST', `/api/admin/teams/${lost.id}/remove-user/${guest.id}`]);
  await waitAhead(page, page.getByText(spec.teamToasts.gone));
  await expect(page.getByText(spec.meetings.noTeam)).toBeVisible();
  await call(many, ['DELETE', `/api/v1/teams/${lost.id}`]);
});

test('the tile counts all teams; palette and drawer find those beyond the first ten', async ({
  page,
  many,
}) => {
  await openAs(page, many, '/dashboard');
  const overview = page.getByRole('region', { name: spec.dashboard.overview });
  await expect(
    overview.getByRole('listitem').filter({ hasText: /^\d*Teams|Teams\d*$/ }),
  ).toHaveText(/12/);
  await openPalette(page);
  await page.keyboard.type('squad 01');
  // Immediately: the search is still pending.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Team: Squad 01' })).toBeVisible();
  await expect(page.getByText('Failed to switch team')).toHaveCount(0);

  await openDrawer(page);
  const drawer = page.getByRole('dialog', { name: spec.topBar.manageTeams });
  await expect(drawer.getByRole('list', { name: 'Your teams' }).getByRole('listitem')).toHaveCount(
    11,
  );
  await drawer.getByPlaceholder('Find a team…').fill('SQUAD 02');
  await drawer.getByRole('button', { name: 'Switch to Squad 02' }).click();
  await expect(
    page.getByRole('button', { name: 'Team: Squad 02', includeHidden: true }),
  ).toHaveCount(1);
});

test('two teams of one name are distinguished by members and date', async ({ page, product }) => {
  const owner = await newPerson(product, 'twins@example.com', ['Tina', 'Twin']);
  const other = await newPerson(product, 'twins-other@example.com', ['Otto', 'Other']);
  const big = await newTeam(owner, 'Twins');
  await join(owner, big.id, other);
  await newTeam(owner, 'twins');
  await newTeam(owner, 'Single');
  await openAs(page, owner, '/meetings');
  await switcher(page).click();
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: /2 members · created/ })).toHaveCount(1);
  await expect(options.filter({ hasText: /1 member · created/ })).toHaveCount(1);
  await expect(options.filter({ hasText: 'Single' })).toHaveText('Single');
  await options.filter({ hasText: '2 members' }).click();
  await expect(page.getByText(spec.meetings.showing('Twins'))).toBeVisible();
  expect(await stored(page)).toBe(big.id);

  await openPalette(page);
  await page.keyboard.type('twins');
  await expect(page.getByRole('option').filter({ hasText: 'members · created' })).toHaveCount(1);
  await expect(page.getByRole('option').filter({ hasText: '1 member · created' })).toHaveCount(1);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: spec.meetings.create }).first().click();
  const choices = page.getByRole('dialog').getByLabel('Team').locator('option');
  await expect(choices.filter({ hasText: /^Twins · 2 members · created/ })).toHaveCount(1);
  await expect(choices.filter({ hasText: /^twins · 1 member · created/ })).toHaveCount(1);
  await page.keyboard.press('Escape');

  await openDrawer(page);
  const drawer = page.getByRole('dialog', { name: spec.topBar.manageTeams });
  await expect(drawer.getByText(/2 members · created/)).toBeVisible();
});

test('the dashboard shows the meetings of all twelve teams, loads ten, and names all', async ({
  page,
  many,
}) => {
  const first = many.teams[0];
  if (!first) throw new Error('There is no first team.');
  for (let number = 1; number <= 11; number += 1) {
    const name = `Planned ${number}`;
    const start_time = `2040-01-${String(number + 10)}T09:00:00Z`;
    await call(many, ['POST', '/api/v1/meetings'], { name, team_id: first.id, start_time });
  }
  await newMeeting(many, { id: first.id, name: 'Under way' });
  await signedInAs(page, many.token);
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/meetings')) asked.push(searchParams);
  });
  await page.goto('/dashboard');
  const row = page.getByRole('row', { name: 'Under way' });
  await expect(row).toContainText('Squad 01');
  await expect(page.getByRole('row', { name: /^Planned/ })).toHaveCount(9);
  const overview = page.getByRole('region', { name: spec.dashboard.overview });
  await expect(
    overview.getByRole('listitem').filter({ hasText: spec.dashboard.upcoming }),
  ).toContainText('11');
  expect(asked.length).toBeGreaterThan(0);
  for (const search of asked) expect(Number(search.get('limit'))).toBeLessThanOrEqual(10);

  await test.step('a team that does not load takes no other’s name', async () => {
    const second = many.teams[1];
    await newMeeting(many, { id: second?.id ?? '', name: 'Elsewhere' });
    await answerWith(page, `**/api/v1/teams/${second?.id}`, 400);
    await page.reload();
    await expect(page.getByRole('row', { name: 'Elsewhere' })).toBeVisible();
    await expect(row).toContainText('Squad 01');
  });
});
