// Dashboard and meetings list: states, table, and an immediate start.
import type { Page } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { judgeState } from './judge.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectReason,
  holdBack,
  inTeam,
  join,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  signedInAs,
  sizes,
} from './walk.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

atEachSize(test, (size) => {
  test('without a team, and in a team without meetings', async ({ page, product }) => {
    const lone = await newPerson(product, `lone-${size}@example.com`);
    await openAs(page, lone, '/dashboard');
    await expect(page.getByText(`Welcome, ${lone.email}`)).toBeVisible();
    await expect(page.getByText(spec.dashboard.noTeams)).toBeVisible();
    await expect(page.getByText(spec.dashboard.none)).toBeVisible();
    await expect(page.getByRole('heading', { name: spec.dashboard.overview })).toBeVisible();
    const tiles = page.getByRole('region', { name: spec.dashboard.overview });
    const { teams, members, upcoming } = spec.dashboard;
    for (const label of [teams, members, upcoming]) {
      await expect(tiles.getByText(label, { exact: true })).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
    await page.goto('/meetings');
    await expect(page.getByText(spec.meetings.noTeam)).toBeVisible();
    await judgeState(page, 'meetings-no-team');
    await page.goto('/team-members');
    await expect(page.getByText(spec.members.noTeam)).toBeVisible();
    await judgeState(page, 'members-no-team');

    await newTeam(lone, 'Lonely');
    await page.goto('/meetings');
    await expect(page.getByText(spec.meetings.showing('Lonely'))).toBeVisible();
    await expect(page.getByText(spec.meetings.empty)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText(spec.meetings.empty)).toBeVisible();
    await expect(page.getByRole('heading', { name: spec.dashboard.latest })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('rows of every status, with their actions and reasons', async ({ page, rocket }) => {
    const team = await newTeam(rocket.ada, `Statuses ${size}`);
    for (const [status, label] of Object.entries(spec.meetingStatus)) {
      const name = `A ${label} one`;
      await newMeeting(rocket.ada, { id: team.id, name }, { status: statusOf(status) });
    }
    await signedInAs(page, rocket.ada.token);
    await inTeam(page, team.id);
    await page.goto('/meetings');
    const table = page.getByRole('table', { name: spec.meetings.list });
    await expect(table.getByRole('row')).toHaveCount(6);
    const viewport = page.viewportSize() ?? sizes.desk;
    await page.setViewportSize(sizes.desk);
    for (const column of Object.values(spec.meetingColumns)) {
      await expect(table.getByRole('columnheader', { name: column })).toBeVisible();
    }
    await page.setViewportSize(viewport);
    for (const [status, label] of Object.entries(spec.meetingStatus)) {
      const row = rowOf(page, `A ${label} one`);
      await expect(row.getByText(label, { exact: true })).toBeVisible();
      await expect(row.getByRole('button', { name: /^Start/ })).toHaveCount(
        status === 'planned' ? 1 : 0,
      );
      const controls = await row
        .getByRole('button')
        .or(row.getByRole('link', { name: 'View' }))
        .all();
      const tops = await Promise.all(controls.map(async (each) => (await each.boundingBox())?.y));
      expect(new Set(tops).size).toBe(1);
      const edit = row.getByRole('button', { name: /^Edit/ });
      if (status === 'planned' || status === 'live') {
        await expect(edit).not.toHaveAttribute('aria-disabled', 'true');
      } else {
        await expectReason(page, edit, spec.meetings.cannotEdit(status));
      }
    }
    await expect(rowOf(page, 'A Planned one').getByText(spec.meetings.notScheduled)).toBeVisible();
    const offered = () =>
      rowOf(page, 'A Planned one')
        .getByRole('cell')
        .last()
        .locator('button, a')
        .evaluateAll((all) =>
          all.map((each) => each.getAttribute('aria-label') ?? each.textContent),
        );
    const inOrder = ['View', 'Start', 'Edit', 'Delete'].map((act) => `${act} A Planned one`);
    expect(await offered()).toEqual(inOrder);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'A Live one', exact: true }).click();
    await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Back to meetings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: spec.meetings.title })).toBeVisible();
    await page.goto('/dashboard');
    await expect.poll(offered).toEqual(inOrder);
    await answerWith(page, '**/api/v1/teams/*/meetings*', 400);
    await page.goto('/meetings');
    await expect(page.getByText(spec.generic[400])).toBeVisible();
    await judgeState(page, 'meetings-failed');
  });
});

type Status = keyof typeof spec.meetingStatus;
function statusOf(text: string): Status {
  const statuses: Status[] = ['planned', 'live', 'closed', 'canceled', 'archived'];
  return statuses.find((status) => status === text) ?? 'planned';
}

test('start now: created, live, and opened; the dashboard counts it', async ({ page, rocket }) => {
  const team = await newTeam(rocket.ada, 'Counted');
  await join(rocket.ada, team.id, rocket.ben);
  await signedInAs(page, rocket.ben.token);
  await inTeam(page, team.id);
  await page.goto('/dashboard');
  const letGo = await holdBack(page, '**/api/v1/teams/me');
  await page.reload();
  await expect(page.getByRole('button', { name: spec.dashboard.create })).toBeDisabled();
  await letGo();
  const tiles = page.getByRole('region', { name: spec.dashboard.overview });
  await expect(
    tiles.getByRole('listitem').filter({ hasText: spec.dashboard.members }),
  ).toContainText('2');
  await page.getByRole('button', { name: spec.dashboard.create }).first().click();
  const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
  await dialog.getByLabel('Meeting name').fill('Right now');
  await dialog.getByRole('radio', { name: spec.meetingDialogs.now }).check();
  await dialog.getByRole('button', { name: 'Create Meeting' }).click();
  await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
  await expect(page.getByText(spec.meeting.present)).toBeVisible();
  await page.goto('/meetings');
  const letTeams = await holdBack(page, '**/api/v1/teams/me');
  await page.reload();
  await expect(page.getByText(spec.meetings.teamUnknown).first()).toBeVisible();
  await letTeams();
  await expect(rowOf(page, 'Right now')).toBeVisible();
});
