// "Badges for the habits that make a team better, earned together, week by week": what the landing page says.
import { test } from './crew.ts';
import { judge, judgeState } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { historySettles, openDrawer } from './visit.ts';
import { call, expect, newMeeting, signedInAs } from './walk.ts';

test('a team earns badges by its retros, reads their rules, and disables them', async ({
  page,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  await signedInAs(page.context(), robin.token);
  for (const name of ['Sprint 41', 'Sprint 42', 'Sprint 43', 'Sprint 44']) {
    const { id } = await newMeeting(robin, { ...team, name });
    const path = `/api/v1/meetings/${id}`;
    const body = { content: 'We talk more', note_type: 'went_well' };
    const note = await call<{ id: string }>(robin, ['POST', `${path}/notes`], body);
    if (name === 'Sprint 44') await call(sasha, ['POST', `${path}/notes`], body);
    await call(sasha, ['PUT', `${path}/notes/${note.id}/reactions/👍`]);
    await call(robin, ['PUT', path], { status: 'closed' });
  }

  await page.goto(`${robin.product.url}/dashboard`);
  const week = page.getByRole('region', { name: 'Badges this week' });
  const meanings = page.getByRole('dialog', { name: 'What the badges mean' });
  await expect(week.getByRole('listitem')).toHaveCount(3);
  await expect(week).toContainText('Four in a row');
  await judgeRoom(page, 'dashboard-badges', looks);
  await week.getByRole('button', { name: 'What they mean' }).click();
  await expect(meanings).toContainText('4 retros followed each other within 35 days each.');
  await judgeState(page, 'dashboard-badges-meanings');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Health' }).click();
  // Exact: the dashboard's “Badges this week” stays until the next page has loaded.
  const badges = page.getByRole('region', { name: 'Badges', exact: true });
  const badge = (name: string) => badges.getByRole('listitem').filter({ hasText: name });
  await expect(badge('Every voice heard')).toContainText('Sprint 44');
  await expect(badge('First retro')).toContainText('Sprint 41');
  await badges.getByRole('button', { name: 'What they mean' }).click();
  await expect(meanings).toContainText('Everyone who took part wrote a note.');
  await judge(page, 'health-badges');
  await page.keyboard.press('Escape');

  await historySettles(page);
  await page.goto(`${robin.product.url}/profile`);
  await expect(badge('Four in a row')).toBeVisible();
  await expect(badge('Every voice heard')).toHaveCount(0);
  await judge(page, 'profile-badges');
  await judgeRoom(page, 'profile-badges', looks);

  await page.goto(`${robin.product.url}/dashboard`);
  await openDrawer(page);
  await page.getByRole('button', { name: 'Actions for Rocket' }).click();
  await page.getByRole('menuitem', { name: 'Rename Team' }).click();
  // The form is higher than its dialog.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('checkbox', { name: 'Badges and thanks' }).uncheck();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Team updated.')).toBeVisible();
  await historySettles(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Team health' })).toBeVisible();
  await expect(week).toHaveCount(0);
  await page.goto(`${robin.product.url}/profile`);
  await expect(page.getByRole('region', { name: 'Theme' })).toBeVisible();
  await expect(badges).toHaveCount(0);
});
