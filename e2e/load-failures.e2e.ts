// A part that fails to load says so wherever it is shown, with a retry: never "0", never "none".
import { atEachSize } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { historySettles, openDrawer } from './visit.ts';
import { answerWith, expect, holdBack, inTeam, newMeeting, signedInAs } from './walk.ts';

const refused = { status: 400, detail: 'The list is not to be had.' };
const again = 'Try again';

atEachSize(test, (size) => {
  test('every screen says that teams failed to load', async ({ page, rocket }) => {
    await signedInAs(page, rocket.ada.token);
    await inTeam(page, rocket.teamId);
    const mine = '**/api/v1/teams/me';
    await answerWith(page, mine, refused);
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    await expect(main.getByText(spec.teamToasts.loadFailed)).toBeVisible();
    const overview = page.getByRole('region', { name: spec.dashboard.overview });
    await expect(overview.getByText('Failed to load')).toHaveCount(3);
    await expect(overview.getByText(/^(0|N\/A)$/)).toHaveCount(0);
    await expect(main.getByText('Meetings cannot be shown')).toBeVisible();
    await expect(page.getByText(spec.dashboard.noTeams)).toHaveCount(0);
    await expect(page.getByText('Create your first team')).toHaveCount(0);

    const switcher = page.getByRole('button', { name: 'Teams not loaded' });
    await switcher.click();
    const list = page.getByRole('dialog', { name: 'Team', exact: true });
    await expect(list.getByText(spec.teamToasts.loadFailed)).toBeVisible();
    await expect(list.getByRole('button', { name: again })).toBeVisible();
    await list.getByRole('button', { name: 'Create or manage teams' }).click();
    const drawer = page.getByRole('dialog', { name: spec.topBar.manageTeams });
    await expect(drawer.getByText(spec.teamToasts.loadFailed)).toBeVisible();
    await expect(drawer.getByText(spec.teamToasts.none)).toHaveCount(0);
    await drawer.getByRole('tab', { name: 'Members' }).click();
    await expect(drawer.getByText(spec.teamToasts.loadFailed)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await historySettles(page);

    for (const path of ['/meetings', '/team-members']) {
      await page.goto(path);
      await expect(main.getByText(/cannot be shown/)).toBeVisible();
      await expect(page.getByText(/Please select a team/)).toHaveCount(0);
    }

    await page.keyboard.press('Control+k');
    const retry = page.getByRole('option', { name: 'Failed to load teams: try again' });
    await expect(retry).toBeVisible();
    await page.unrouteAll();
    await retry.click();
    await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
    await expect(main.getByText(/cannot be shown/)).toHaveCount(0);
    await openDrawer(page);
    await expect(drawer.getByRole('list', { name: 'Your teams' })).toBeVisible();
  });

  test('the switcher says that teams are loading, not that there are none', async ({
    page,
    rocket,
  }) => {
    await signedInAs(page, rocket.ada.token);
    const release = await holdBack(page, '**/api/v1/teams/me');
    await page.goto('/meetings');
    await page.getByRole('button', { name: 'Select a team' }).click();
    const list = page.getByRole('dialog', { name: 'Team', exact: true });
    await expect(list.getByText('Loading teams…')).toBeVisible();
    await release();
    await expect(list.getByRole('option', { name: 'Rocket' })).toBeVisible();
  });

  test('the dashboard does not show failed meetings and members as zero', async ({
    page,
    rocket,
  }) => {
    await newMeeting(rocket.ada, { id: rocket.teamId, name: `Seen ${size}` });
    await signedInAs(page, rocket.ada.token);
    await inTeam(page, rocket.teamId);
    await answerWith(page, '**/api/v1/meetings*', refused);
    await answerWith(page, '**/api/v1/teams/*/members*', refused);
    await page.goto('/dashboard');
    const overview = page.getByRole('region', { name: spec.dashboard.overview });
    const tile = (label: string) => overview.getByRole('listitem').filter({ hasText: label });
    for (const label of [spec.dashboard.members, spec.dashboard.upcoming]) {
      await expect(tile(label).getByText('Failed to load')).toBeVisible();
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Failed to load meetings')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByText(spec.meetings.empty)).toHaveCount(0);
    await page.unrouteAll();
    await tile(spec.dashboard.members).getByRole('button').click();
    await expect(tile(spec.dashboard.members)).toHaveText(/[1-9]/);
    await tile(spec.dashboard.upcoming).getByRole('button').click();
    await expect(tile(spec.dashboard.upcoming)).toHaveText(/0/);
    await expect(page.getByRole('link', { name: `Seen ${size}`, exact: true })).toBeVisible();
  });
});
