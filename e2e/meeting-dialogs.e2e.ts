// Creating, editing, starting and deleting meetings: every rule, every toast, and its duration.
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
  inTeam,
  newMeeting,
  newTeam,
  signedInAs,
} from './walk.ts';

const meetingCalls = '**/api/v1/meetings*';
const oneMeeting = '**/api/v1/meetings/*';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

atEachSize(test, (size) => {
  test('create, edit, start, delete: every rule and toast', async ({ page, rocket }) => {
    const team = await newTeam(rocket.ada, `Dialogs ${size}`);
    await signedInAs(page, rocket.ada.token);
    await inTeam(page, team.id);
    await page.goto('/meetings');
    await page.getByRole('button', { name: spec.meetings.create }).first().click();
    const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
    const submit = dialog.getByRole('button', { name: 'Create Meeting' });
    await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveValue(team.id);
    await dialog.getByLabel('Meeting name').fill('');
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
      // Starting a meeting opens it.
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
      // The button that opened the dialog disappeared with its row.
      await expect(page.getByRole('main')).toBeFocused();
    });
  });
});

test('by the server’s clock, warns before scheduling for a time that has passed', async ({
  page,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Late risers');
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, team.id);
  const date = 'Mon, 04 May 2026 13:00:00 GMT';
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.goto('/meetings');
  await page.getByRole('button', { name: spec.meetings.create }).first().click();
  const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
  await dialog.getByRole('radio', { name: spec.meetingDialogs.later }).check();
  await expect(dialog.getByLabel('Date')).toHaveAttribute('min', '2026-05-04');
  await dialog.getByLabel('Date').fill('2026-05-04');
  await expect(dialog.getByText('9:00 AM today has already passed.')).toBeVisible();
  await expect(dialog.getByLabel('Meeting name')).toHaveValue(/^Retro, (4 May|May 4)$/);
  await dialog.getByLabel('Date').fill('2026-05-05');
  await expect(dialog.getByLabel('Meeting name')).toHaveValue(/^Retro, (5 May|May 5)$/);
  await expect(dialog.getByText('9:00 AM today has already passed.')).toHaveCount(0);
});

test('a failed change shows its generic message for seven seconds, a success for five', async ({
  page,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Timers');
  await newMeeting(rocket.ada, { id: team.id, name: 'Timed' }, { status: 'planned' });
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, team.id);
  await page.clock.install();
  await page.goto('/meetings');
  await page.getByRole('button', { name: 'Delete Timed' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  // request.test.ts has the messages of all statuses.
  await answerWith(page, oneMeeting, 403);
  await confirm.click();
  await expect(page.getByText(spec.generic[403], { exact: true })).toBeVisible();
  await expectDuration(page, spec.meetingToasts.deleteFailed, 7000);
  await page.unrouteAll();
  await confirm.click();
  await expectDuration(page, spec.meetingToasts.deleted, 5000);
});

test('a meeting that ends while being edited can no longer be saved', async ({ page, rocket }) => {
  const team = await newTeam(rocket.ada, 'Enders');
  const { id } = await newMeeting(rocket.ada, { id: team.id, name: 'Ending' });
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, team.id);
  await page.goto('/meetings');
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
