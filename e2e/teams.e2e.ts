// The current team, its switcher, the drawer and the palette: rules and failures.
import { testedSizes } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { openDrawer } from './visit.ts';
import {
  answerWith,
  call,
  expect,
  expectNoSidewaysScroll,
  inTeam,
  join,
  newPerson,
  newTeam,
  openAs,
  ownAnswer,
  signedInAs,
  sizes,
  waitAhead,
} from './walk.ts';

const mine = '**/api/v1/teams/me';

test('the stored team is current, else the first; a lost team is cleared with a message', async ({
  page,
  product,
  rocket,
}) => {
  const guest = await newPerson(product, 'mover@example.com', ['Mo', 'Ver']);
  const [beta, alpha] = [await newTeam(rocket.ada, 'Beta'), await newTeam(rocket.ada, 'Alpha')];
  for (const { id } of [beta, alpha]) await join(rocket.ada, id, guest);
  await openAs(page, guest, '/meetings');
  await expect(page.getByText(spec.meetings.showing('Alpha'))).toBeVisible();
  const stored = () => page.evaluate(() => localStorage.getItem('currentTeamId'));
  expect(await stored()).toBe(alpha.id);
  await page.getByRole('button', { name: 'Team: Alpha' }).click();
  await page.getByPlaceholder('Find a team…').fill('bet');
  await page.getByRole('option', { name: 'Beta' }).click();
  await expect(page.getByText(spec.meetings.showing('Beta'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(spec.meetings.showing('Beta'))).toBeVisible();
  expect(await stored()).toBe(beta.id);
  await page.evaluate(() => localStorage.setItem('currentTeamId', 'no-such-team'));
  await page.reload();
  await expect(page.getByText(spec.meetings.showing('Alpha'))).toBeVisible();

  await page.clock.install();
  await page.reload();
  await expect(page.getByText(spec.meetings.showing('Alpha'))).toBeVisible();
  await call(rocket.ada, ['POST', `/api/admin/teams/${alpha.id}/remove-user/${guest.id}`]);
  await waitAhead(page, page.getByText(spec.teamToasts.gone));
  await expect(page.getByText(spec.meetings.noTeam)).toBeVisible();
  expect(await stored()).toBeNull();
});

test('a list of teams that fails to refresh stays', async ({ page, rocket }) => {
  await signedInAs(page, rocket.ben.token);
  await inTeam(page, rocket.teamId);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
  await answerWith(page, mine, { status: 400, detail: 'Not now.' });
  await waitAhead(page, page.getByText(spec.teamToasts.refreshFailed));
  await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
});

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`${size}: the drawer creates and deletes teams, and reports failures`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(viewport);
    const founder = await newPerson(product, `founder-${size}@example.com`);
    await openAs(page, founder, '/dashboard');
    await openDrawer(page);
    const drawer = page.getByRole('dialog', { name: spec.topBar.manageTeams });
    await expect(drawer.getByRole('tab')).toHaveCount(2);
    await expect(drawer.getByText(spec.teamToasts.none)).toBeVisible();
    const create = drawer.getByRole('button', { name: 'Create Team' });
    const name = drawer.getByLabel('Team name');
    await create.click();
    await expect(page.getByText(spec.teamRules.title).first()).toBeVisible();
    await expect(page.getByText(spec.teamRules.text).first()).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('First');
    await answerWith(page, '**/api/v1/teams', { status: 422, detail: 'Not that one.' });
    await create.click();
    await expect(page.getByText(spec.teamToasts.createFailed)).toBeVisible();
    await expect(name).toHaveValue('First');
    // Nothing of a toast lies over it.
    const close = drawer.getByRole('button', { name: 'Close' });
    await close.click({ trial: true, timeout: 3000 });
    const before = page.viewportSize() ?? sizes.desk;
    await page.setViewportSize({ width: 320, height: 568 });
    await close.click({ trial: true, timeout: 3000 });
    await page.setViewportSize(before);
    await page.unrouteAll();
    await create.click();
    await expect(page.getByText('First is now your current team.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await drawer.getByRole('button', { name: 'Actions for First' }).click();
    await page.getByRole('menuitem', { name: 'Delete Team' }).click();
    await answerWith(page, '**/api/v1/teams/*', {
      status: 403,
      detail: 'Not you.',
      method: 'DELETE',
    });
    await page.getByRole('button', { name: 'Delete Team', exact: true }).click();
    await expect(page.getByText(spec.teamToasts.deleteFailed)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Delete Team', exact: true }).click();
    await expect(page.getByText('Team deleted.')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Actions for First' })).toHaveCount(0);
    await expect(page.getByText('no longer have access to it')).toHaveCount(0);
  });
}

test('switching to a deleted team says so', async ({ page, product, rocket }) => {
  const guest = await newPerson(product, 'switcher@example.com');
  await newTeam(guest, 'Own');
  const team = await newTeam(rocket.ada, 'Short-lived');
  await join(rocket.ada, team.id, guest);
  await openAs(page, guest, `/invitations/${'x'.repeat(43)}`);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Team: / }).click();
  // The visible list is outdated: the switch itself asks the server.
  await expect(page.getByRole('option', { name: 'Short-lived' })).toBeVisible();
  await page.route('**/me/team-invitations', (route) =>
    route.fulfill(ownAnswer([offer(guest.email)])),
  );
  await page.route('**/respond', (route) => {
    const { 'idempotency-key': key = '' } = route.request().headers();
    const { headers, ...own } = ownAnswer({});
    return route.fulfill({ ...own, headers: { ...headers, 'idempotency-key': key } });
  });
  await page.reload();
  await page.getByRole('button', { name: spec.invitation.accept }).click();
  await expect(page.getByText(spec.teamToasts.switchFailed)).toBeVisible();
  await expect(page.getByText(spec.teamToasts.gone)).toBeVisible();
});

/** An invitation to a team whose acceptance the server does not store. */
function offer(invited_user_email: string) {
  const id = '0198f2c4-7f00-7000-8000-000000000003';
  return {
    id,
    status: 'pending',
    team: { id, name: 'Vanished', description: '' },
    inviting_user: { display_name: 'Ada', full_name: 'Ada Byron', email: 'ada@example.com' },
    invited_user_email,
    expires_at: '2099-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
  };
}
