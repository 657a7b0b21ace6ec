// Leading a live meeting: step by step, taken over by an admin, handed to a member.

import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  expect,
  expectNoSidewaysScroll,
  newMeeting,
  openAs,
  passTheEnd,
  openBoard,
  toasts,
} from './walk.ts';

test('an admin takes over from an absent owner and hands back; everybody is notified', async ({
  page,
  rocket,
  newPage,
}) => {
  const { ada, ben } = rocket;
  const options = { phase: 'writing' };
  const meeting = await newMeeting(ben, { id: rocket.teamId, name: 'Ownerless' }, options);
  await openAs(page, ada, meeting.path);
  const next = page.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) });
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  await expect(next).toHaveCount(0);
  await page.getByRole('button', { name: spec.meeting.jump }).click();
  const phaseItems = page.getByRole('group', { name: 'Phases' }).getByRole('menuitem');
  await expect(phaseItems.first()).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await expect(page.getByRole('menuitem', { name: spec.meeting.finish })).toBeEnabled();
  await page.getByRole('menuitem', { name: 'Take over this meeting' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Take Over Meeting' });
  await expect(ask).toContainText("You'll lead instead of Ben Okri.");
  await expectNoSidewaysScroll(page);
  const benPage = await openBoard(await newPage(), ben, meeting.path);
  const take = ask.getByRole('button', { name: 'Take Over' });
  // Both notices expire, so each page is watched before the press.
  await Promise.all([
    expect(toasts(page).getByText('You now lead this meeting.')).toBeVisible(),
    expect(toasts(benPage).getByText('Ada Byron now leads this meeting.')).toBeVisible(),
    take.click(),
  ]);
  await expect(next).toBeVisible();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('You took the lead');

  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill('hand over');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hand Over Meeting' });
  await dialog.getByRole('button', { name: 'Hand Over' }).click();
  await expect(dialog.getByText('Choose who leads from now on.')).toBeVisible();
  await dialog.getByLabel('New owner').selectOption({ label: 'Ben Okri (online)' });
  await Promise.all([
    expect(toasts(page).getByText('Ben Okri now leads this meeting.')).toBeVisible(),
    expect(toasts(benPage).getByText('You now lead this meeting.')).toBeVisible(),
    dialog.getByRole('button', { name: 'Hand Over' }).click(),
  ]);
  await expect(dialog).toBeHidden();

  await test.step('Undo of a phase goes with the lead', async () => {
    await benPage.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) }).click();
    const undo = toasts(benPage).getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    await page.getByRole('menuitem', { name: 'Take over this meeting' }).click();
    await ask.getByRole('button', { name: 'Take Over' }).click();
    await expect(toasts(benPage).getByText('Ada Byron now leads this meeting.')).toBeVisible();
    await expect(undo).toHaveCount(0, { timeout: 2000 });
  });
});

test('a double click on Next advances one phase without an error, and Undo disappears with the meeting', async ({
  page,
  rocket,
}) => {
  const options = { phase: 'joining' };
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Twice' }, options);
  await openBoard(page, rocket.ada, meeting.path);
  let steps = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/phase/next')) steps += 1;
  });
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }).dblclick();
  await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.writing);
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(page.getByText(spec.meetingToasts.nextFailed)).toHaveCount(0);
  expect(steps).toBe(1);
  await page.getByRole('button', { name: spec.meeting.finish }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Finish/ })
    .click();
  await passTheEnd(page);
  await expect(page.getByText(spec.meeting.closed)).toBeVisible();
  await expect(undo).toHaveCount(0, { timeout: 2000 });
});
