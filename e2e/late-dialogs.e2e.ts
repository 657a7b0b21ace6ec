// Late code: dialogs receive text typed before they load, and notices report earlier changes.
import type { Page } from '@playwright/test';

import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { call, expect, holdBack, newMeeting, signedInAs, type Somebody } from './walk.ts';

/** Opens the path while one code file is held back. Returns a function that releases it. */
async function openWithout(
  page: Page,
  who: Somebody,
  { code, path }: { code: 'CommandDialogs' | 'late-code'; path: string },
): Promise<() => Promise<void>> {
  await signedInAs(page.context(), who.token);
  const letCome = await holdBack(page, new RegExp(`/assets/${code}-.*\\.js$`));
  await page.goto(who.product.url + path);
  return letCome;
}

test('searches for text typed before the palette has loaded, and Escape discards it', async ({
  page,
  rocket,
}) => {
  const letCome = await openWithout(page, rocket.ada, {
    code: 'CommandDialogs',
    path: '/dashboard',
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('profile');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('team m');
  // AltGr as Windows reports it.
  await page.evaluate(() => {
    const altGr = { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true };
    const press = new KeyboardEvent('keydown', { ...altGr, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(press);
  });
  await page.keyboard.press('Backspace');
  await page.keyboard.type('embers');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toHaveCount(0);
  await letCome();
  await expect(palette.getByRole('combobox')).toHaveValue('team members');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Go to Team Members');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/team-members');
});

test('Enter before the palette has loaded runs the result', async ({ page, rocket }) => {
  const letCome = await openWithout(page, rocket.ada, {
    code: 'CommandDialogs',
    path: '/dashboard',
  });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.type('theme nord');
  await page.keyboard.press('Enter');
  await letCome();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'nord');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('text typed before the note dialog has loaded is in its field', async ({ page, rocket }) => {
  const meeting = await newMeeting(
    rocket.ada,
    { id: rocket.teamId, name: 'Late' },
    { notes: [['went_well', 'Tests']] },
  );
  const letCome = await openWithout(page, rocket.ada, {
    code: 'late-code',
    path: meeting.path,
  });
  await page.getByRole('article', { name: /Tests/ }).focus();
  // Held: it opens the dialog, and types nothing.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await page.keyboard.type(' are greens');
  for (const key of ['Backspace', 'Home', 'Delete', 'b', 'End']) await page.keyboard.press(key);
  await page.keyboard.type('!');
  await letCome();
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  await expect(dialog.getByLabel('Content')).toHaveValue('bests are green!');
  await page.keyboard.press('Control+Enter');
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await expect(column.getByRole('article', { name: /bests are green!/ })).toBeVisible();
});

test('a note typed and sent before the dialog has loaded is on the board', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Late' }, {});
  const letCome = await openWithout(page, rocket.ada, {
    code: 'late-code',
    path: meeting.path,
  });
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await column.getByRole('button', { name: spec.board.addNote }).click();
  await page.keyboard.type('Sent at once');
  await page.keyboard.press('Control+Enter');
  await letCome();
  await expect(column.getByRole('article', { name: /Sent at once/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('others’ changes before the notices have loaded are announced and listed as activity', async ({
  page,
  rocket,
}) => {
  const { ada, ben, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Late' }, { phase: 'writing' });
  const api = `/api/v1/meetings/${meeting.id}`;
  await call(ben, ['PUT', `${api}/hand`], { raised: true });
  const letCome = await openWithout(page, ben, {
    code: 'late-code',
    path: meeting.path,
  });
  await expect(page.getByRole('region', { name: spec.board.wentWell })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeAttached();
  await call(ada, ['PUT', `${api}/hand`], { raised: false, user_id: ben.id });
  await call(ada, ['POST', `${api}/owner`], { owner_id: ben.id });
  const leads = page.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) });
  await expect(leads, 'the hand-over is here').toBeVisible();
  await letCome();
  await expect(page.getByText("It's your turn.")).toBeVisible();
  await expect(page.getByText('You now lead this meeting.')).toBeVisible();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/Ada.*gave Ben.* the turn/);
});

test('the end is shown even if its code loads after the meeting’s end', async ({
  page,
  rocket,
}) => {
  const { ada, ben, teamId } = rocket;
  const notes = [['went_well', 'Tests']] as const;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Late' }, { notes });
  const letCome = await openWithout(page, ben, {
    code: 'late-code',
    path: meeting.path,
  });
  await expect(page.getByRole('article', { name: /Tests/ })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeAttached();
  await call(ada, ['PUT', `/api/v1/meetings/${meeting.id}`], { status: 'closed' });
  await expect(page.getByText(spec.meeting.closed)).toBeAttached();
  await letCome();
  const end = page.getByRole('dialog', { name: 'Done.' });
  await expect(end).toBeVisible();
  await expect(end.getByRole('img'), 'who was there').toHaveCount(1);
});
