// Dashboard and meetings list: their states, their table, and the four dialogs that change a meeting.
import type { Page } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  answerWith,
  call,
  expect,
  expectDuration,
  expectNoSidewaysScroll,
  expectReason,
  holdBack,
  inTeam,
  join,
  newMeeting,
  newPerson,
  newTeam,
  signedInAs,
  waitAhead,
} from './walk.ts';

const meetingCalls = '**/api/v1/meetings*';
const oneMeeting = '**/api/v1/meetings/*';
const ofTeam = '**/api/v1/teams/*/meetings*';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

atEachSize(test, (size) => {
  test('without a team, without meetings, and while they come', async ({
    page,
    context,
    product,
  }) => {
    const lone = await newPerson(product, `lone-${size}@example.com`);
    await signedInAs(context, lone.token);
    await page.goto(`${product.url}/dashboard`);
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
    await page.goto(`${product.url}/meetings`);
    await expect(page.getByText(spec.meetings.noTeam)).toBeVisible();
    await page.goto(`${product.url}/team-members`);
    await expect(page.getByText(spec.members.noTeam)).toBeVisible();

    await newTeam(lone, 'Lonely');
    await page.goto(`${product.url}/meetings`);
    await expect(page.getByText(spec.meetings.showing('Lonely'))).toBeVisible();
    await expect(page.getByText(spec.meetings.empty)).toBeVisible();
    await page.goto(`${product.url}/dashboard`);
    await expect(page.getByText(spec.meetings.empty)).toBeVisible();
    await expect(page.getByRole('heading', { name: spec.dashboard.latest })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('rows of every status, with what can be done and why not', async ({
    page,
    context,
    product,
    rocket,
  }) => {
    const team = await newTeam(rocket.ada, `Statuses ${size}`);
    for (const [status, label] of Object.entries(spec.meetingStatus)) {
      const name = `A ${label} one`;
      await newMeeting(rocket.ada, { id: team.id, name }, { status: statusOf(status) });
    }
    await signedInAs(context, rocket.ada.token);
    await inTeam(context, team.id);
    await page.goto(`${product.url}/meetings`);
    const table = page.getByRole('table', { name: spec.meetings.list });
    await expect(table.getByRole('row')).toHaveCount(6);
    if (size === 'desk') {
      for (const column of Object.values(spec.meetingColumns)) {
        await expect(table.getByRole('columnheader', { name: column })).toBeVisible();
      }
    }
    for (const [status, label] of Object.entries(spec.meetingStatus)) {
      const row = rowOf(page, `A ${label} one`);
      await expect(row.getByText(label, { exact: true })).toBeVisible();
      await expect(row.getByRole('button', { name: /^Start/ })).toHaveCount(
        status === 'planned' ? 1 : 0,
      );
      const edit = row.getByRole('button', { name: /^Edit/ });
      if (status === 'planned' || status === 'live') {
        await expect(edit).not.toHaveAttribute('aria-disabled', 'true');
      } else {
        await expectReason(page, edit, spec.meetings.cannotEdit(status));
      }
    }
    await expect(rowOf(page, 'A Planned one').getByText(spec.meetings.notScheduled)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'A Live one', exact: true }).click();
    await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Back to meetings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: spec.meetings.title })).toBeVisible();
  });

  test('create, edit, start, delete: every rule and every toast', async ({
    page,
    context,
    product,
    rocket,
  }) => {
    const team = await newTeam(rocket.ada, `Dialogs ${size}`);
    await signedInAs(context, rocket.ada.token);
    await inTeam(context, team.id);
    await page.goto(`${product.url}/meetings`);
    await page.getByRole('button', { name: spec.meetings.create }).first().click();
    const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
    const submit = dialog.getByRole('button', { name: 'Create Meeting' });
    await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveValue(team.id);
    await submit.click();
    await expect(dialog.getByText(spec.meetingRules.create)).toBeVisible();
    await expect(dialog.getByLabel('Meeting name')).toBeFocused();
    await dialog.getByRole('radio', { name: spec.meetingDialogs.later }).check();
    await expect(dialog.getByText(spec.meetingDialogs.atNine)).toBeVisible();
    await dialog.getByLabel('Meeting name').fill('Sprint 1');
    await submit.click();
    await expect(dialog.getByText(spec.meetingRules.schedule)).toBeVisible();
    await dialog.getByLabel('Date').fill('2020-01-01');
    await submit.click();
    await expect(dialog.getByText('The date cannot be before today.')).toBeVisible();
    await dialog.getByLabel('Date').fill('2099-05-04');
    await answerWith(page, meetingCalls, { status: 422, detail: 'No such day.', method: 'POST' });
    await submit.click();
    await expect(page.getByText(spec.meetingToasts.createFailed)).toBeVisible();
    await expect(page.getByText('No such day.')).toBeVisible();
    await expect(dialog.getByLabel('Meeting name')).toHaveValue('Sprint 1');
    await expectNoSidewaysScroll(page);
    await page.unrouteAll();
    await submit.click();
    await expect(page.getByText(spec.meetingToasts.created)).toBeVisible();
    await expect(rowOf(page, 'Sprint 1').getByText('4 May 2099, 09:00')).toBeVisible();

    await test.step('edited', async () => {
      await rowOf(page, 'Sprint 1').getByRole('button', { name: 'Edit Sprint 1' }).click();
      const edit = page.getByRole('dialog', { name: spec.meetingDialogs.edit });
      await edit.getByLabel('Meeting name').fill(' ');
      const save = edit.getByRole('button', { name: 'Save Changes' });
      await save.click();
      await expect(edit.getByText(spec.meetingRules.edit)).toBeVisible();
      await expect(edit.getByLabel('Meeting name')).toBeFocused();
      await edit.getByLabel('Meeting name').fill('Sprint One');
      await answerWith(page, oneMeeting, { status: 409, detail: 'Not any more.', method: 'PUT' });
      await save.click();
      await expect(page.getByText(spec.meetingToasts.updateFailed)).toBeVisible();
      await expect(page.getByText('Not any more.')).toBeVisible();
      await page.unrouteAll();
      await save.click();
      await expect(page.getByText(spec.meetingToasts.updated)).toBeVisible();
    });

    await test.step('started', async () => {
      await page.getByRole('button', { name: 'Start Sprint One' }).click();
      const ask = page.getByRole('alertdialog', { name: spec.meetingDialogs.start });
      const start = ask.getByRole('button', { name: spec.meetingDialogs.start });
      await answerWith(page, oneMeeting, { status: 500, method: 'PUT' });
      await start.click();
      await expect(page.getByText(spec.meetingToasts.startFailed)).toBeVisible();
      await page.unrouteAll();
      await start.click();
      await expect(page.getByText(spec.meetingToasts.started)).toBeVisible();
      // Whoever starts a meeting is taken to it.
      await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
      await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
      await page.getByRole('button', { name: 'Back to meetings' }).click();
      await expect(rowOf(page, 'Sprint One').getByText(spec.meetingStatus.live)).toBeVisible();
    });

    await test.step('renamed while live, its start stays', async () => {
      const startOf = async () => {
        const meetings: { name: string; start_time: string }[] = await call(rocket.ada, [
          'GET',
          `/api/v1/teams/${team.id}/meetings`,
        ]);
        return meetings[0]?.start_time;
      };
      const before = await startOf();
      await page.getByRole('button', { name: 'Edit Sprint One' }).click();
      const edit = page.getByRole('dialog', { name: spec.meetingDialogs.edit });
      await edit.getByLabel('Meeting name').fill('Sprint One, renamed');
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await expect(rowOf(page, 'Sprint One, renamed')).toBeVisible();
      expect(await startOf()).toBe(before);
    });

    await test.step('deleted', async () => {
      await page.getByRole('button', { name: 'Delete Sprint One' }).click();
      const ask = page.getByRole('alertdialog', { name: spec.meetingDialogs.deleteTitle });
      const question = spec.meetingDialogs.deleteQuestion('Sprint One, renamed');
      await expect(ask.getByText(question)).toBeVisible();
      await page.route(oneMeeting, (route) => route.abort());
      await ask.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(spec.meetingToasts.deleteFailed)).toBeVisible();
      await page.unrouteAll();
      await ask.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(spec.meetingToasts.deleted)).toBeVisible();
      await expect(page.getByText(spec.meetings.empty)).toBeVisible();
    });
  });
});

type Status = keyof typeof spec.meetingStatus;
function statusOf(text: string): Status {
  const statuses: Status[] = ['planned', 'live', 'closed', 'canceled', 'archived'];
  return statuses.find((status) => status === text) ?? 'planned';
}

test('scheduling for today after 9:00 is said before it happens', async ({
  page,
  context,
  product,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Late risers');
  await signedInAs(context, rocket.ada.token);
  await inTeam(context, team.id);
  await page.clock.setFixedTime('2026-05-04T15:00:00+02:00');
  await page.goto(`${product.url}/meetings`);
  await page.getByRole('button', { name: spec.meetings.create }).first().click();
  const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
  await dialog.getByRole('radio', { name: spec.meetingDialogs.later }).check();
  await dialog.getByLabel('Date').fill('2026-05-04');
  await expect(dialog.getByText('9:00 AM today has already passed.')).toBeVisible();
  await dialog.getByLabel('Date').fill('2026-05-05');
  await expect(dialog.getByText('9:00 AM today has already passed.')).toHaveCount(0);
});

test('meetings that cannot be loaded can be asked for again', async ({
  page,
  context,
  product,
  rocket,
}) => {
  await signedInAs(context, rocket.ada.token);
  await page.clock.install();
  await answerWith(page, ofTeam, 400);
  await page.goto(`${product.url}/meetings`);
  await expect(page.getByText(spec.generic[400])).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByText('Failed to load meetings')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to load meetings')).toHaveCount(0);
  await page.route(ofTeam, (route) => route.abort());
  await page.goto(`${product.url}/meetings`);
  await waitAhead(page, page.getByText(spec.auth.unreachable));
});

test('a failed change is told for seven seconds in generic words, a success for five', async ({
  page,
  context,
  product,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Timers');
  await newMeeting(rocket.ada, { id: team.id, name: 'Timed' }, { status: 'planned' });
  await signedInAs(context, rocket.ada.token);
  await inTeam(context, team.id);
  await page.clock.install();
  await page.goto(`${product.url}/meetings`);
  await page.getByRole('button', { name: 'Delete Timed' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  for (const [status, text] of Object.entries(spec.generic)) {
    await answerWith(page, oneMeeting, Number(status));
    await confirm.click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectDuration(page, spec.meetingToasts.deleteFailed, 7000);
    await page.unrouteAll();
  }
  await confirm.click();
  await expectDuration(page, spec.meetingToasts.deleted, 5000);
});

test('a meeting that ends while it is edited can be edited no more', async ({
  page,
  context,
  product,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Enders');
  const { id } = await newMeeting(rocket.ada, { id: team.id, name: 'Ending' });
  await signedInAs(context, rocket.ada.token);
  await inTeam(context, team.id);
  await page.goto(`${product.url}/meetings`);
  await page.getByRole('button', { name: 'Edit Ending' }).click();
  await call(rocket.ada, ['PUT', `/api/v1/meetings/${id}`], { status: 'closed' });
  const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.edit });
  await dialog.getByLabel('Date').fill('2099-05-04');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText(spec.meetingRules.cannotEdit)).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText(
    spec.meetingRules.cannotEditText(spec.meetingStatus.closed),
  );
});

test('start now: created, live, and on its board; the dashboard counts', async ({
  page,
  context,
  product,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Counted');
  await join(rocket.ada, team.id, rocket.ben);
  await signedInAs(context, rocket.ben.token);
  await inTeam(context, team.id);
  await page.goto(`${product.url}/dashboard`);
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
  await page.goto(`${product.url}/meetings`);
  const letTeams = await holdBack(page, '**/api/v1/teams/me');
  await page.reload();
  await expect(page.getByText(spec.meetings.teamUnknown).first()).toBeVisible();
  await letTeams();
  await expect(rowOf(page, 'Right now')).toBeVisible();
});
