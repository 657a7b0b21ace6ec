// The page during a phase change: the bar, who is done, and open dialogs.
import type { Locator, Page } from '@playwright/test';

import { sidewaysScroll } from './little-room.ts';
import { force } from './other-media.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  arrive,
  call,
  expect,
  join,
  newMeeting,
  newPerson,
  openBoard,
  passTheEnd,
  sizes,
} from './walk.ts';

const board = (page: Page) => page.locator('.meeting-board');
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('on a phone the lead’s notice is right above the fields, and covers no topic', async ({
  rocket,
  page,
}) => {
  const options = { phase: 'revealing', notes: [['went_well', 'Deploys']] as const };
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Phone' }, options);
  await openBoard(page, rocket.ada, meeting.path);
  await page.setViewportSize(sizes.phone);
  const notice = page.getByRole('region', { name: 'Notifications' });
  const edgesOf = async (shown: Locator) => {
    const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.grouping) }).click();
  await expect(notice.getByText(`Now: ${spec.phases.grouping}`)).toBeVisible();
  const purpose = page.locator('.phase-purpose');
  await expect(purpose).toHaveCSS('opacity', '0');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(purpose, 'after the notice').toHaveCSS('opacity', '1');
  for (const [phase, below] of [
    ['voting', page.getByText('5 of 5 votes left')],
    ['discussing', page.getByRole('combobox', { name: 'New action item' })],
    ['closing_ready', page.getByRole('button', { name: spec.meeting.finish })],
  ] as const) {
    await page.getByRole('button', { name: spec.meeting.next(spec.phases[phase]) }).click();
    const shown = notice.getByText(`Now: ${spec.phases[phase]}`);
    await expect(shown).toBeVisible();
    await expect(below.last()).toBeVisible();
    const { top, bottom } = await edgesOf(notice);
    const gap = (await edgesOf(below.last())).top - bottom;
    expect(gap, `right above the fields of ${phase}`).toBeGreaterThan(0);
    expect(gap).toBeLessThan(28);
    const heading = page.getByRole('heading', { name: 'Deploys' });
    if (phase === 'discussing') expect((await edgesOf(heading)).bottom).toBeLessThan(top);
  }
});

test('a phase change is shown and announced, the owner can undo it, and nothing moves', async ({
  rocket,
  newPage,
  page,
}) => {
  const { ada, ben } = rocket;
  const options = { phase: 'revealing', notes: [['went_well', 'Deploys']] as const };
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Slide' }, options);
  await openBoard(page, ada, meeting.path);
  const benPage = await openBoard(await newPage(), ben, meeting.path);
  await benPage.emulateMedia({ reducedMotion: 'no-preference' });
  const before = await board(benPage).boundingBox();
  await expect(benPage.locator('.phase-slide')).toHaveCount(0);
  await benPage.getByRole('button', { name: spec.board.addNote }).first().click();
  const whyNot = benPage
    .getByRole('region', { name: 'Notifications' })
    .getByText(/^Notes can only be added/);
  // A notice under the mouse stays.
  await whyNot.hover();
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.grouping) }).click();
  await expect(benPage.locator('.phase-slide').first()).toHaveAttribute('data-direction', 'forth');
  await expect(benPage.locator('.phase-slide').first()).toHaveCSS('animation-duration', '0.22s');
  await expect(benPage.locator('[aria-live=polite]').getByText('Phase: Grouping.')).toBeAttached();
  await expect(whyNot, 'a reason that no longer applies').toHaveCount(0);
  await expect(benPage.locator('.status-line')).toContainText('drag a note onto another');
  expect(await board(benPage).boundingBox(), 'the board stays where it is').toEqual(before);
  await benPage.setViewportSize({ width: 320, height: 256 });
  expect(await sidewaysScroll(benPage), 'at 400 % zoom').toBe(0);
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(benPage.locator('.phase-slide').first()).toHaveAttribute('data-direction', 'back');
  await expect(benPage.locator('[aria-current=step]')).toContainText(spec.phases.revealing);

  await benPage.emulateMedia({ reducedMotion: 'reduce' });
  await expect(benPage.locator('.phase-slide').first()).toHaveCSS('animation-name', 'none');
});

test('participants mark themselves done by button or key, the owner sees how many, and the next phase, also by key, resets', async ({
  rocket,
  newPage,
  page,
}) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Done' }, { phase: 'writing' });
  await openBoard(page, ada, meeting.path);
  const benPage = await openBoard(await newPage(), ben, meeting.path);
  const done = benPage.getByRole('button', { name: /^I'm done/ });
  const count = page.locator('.meeting-step').getByText(/of 1 done/);
  await expect(count).toHaveText('0 of 1 done');
  await expect(page.getByRole('button', { name: /^I'm done/ })).toHaveCount(0);
  await done.click();
  await expect(done).toHaveAttribute('aria-pressed', 'true');
  await expect(count).toHaveText('1 of 1 done');
  // Voice control finds a button by the words that it shows.
  await expect(page.getByRole('button', { name: 'Next: Revealing All done Reveal' })).toBeVisible();
  await done.click();
  await expect(count).toHaveText('0 of 1 done');

  await done.click();
  await expect(count).toHaveText('1 of 1 done');
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) }).click();
  await expect(count).toHaveText('0 of 1 done');
  await expect(done).toHaveAttribute('aria-pressed', 'false');

  // ] and [ change the phase, D marks as done, and an unavailable key says why.
  const phase = page.locator('[aria-current=step]');
  await expect(phase).toContainText(spec.phases.revealing);
  await page.keyboard.press('[');
  await expect(benPage.locator('[aria-current=step]')).toContainText(spec.phases.writing);
  await benPage.keyboard.press('d');
  await expect(done).toHaveAttribute('aria-pressed', 'true');
  await expect(benPage.getByText('You are done.', { exact: true })).toBeAttached();
  await benPage.keyboard.press('d');
  await expect(done).toHaveAttribute('aria-pressed', 'false');
  await expect(benPage.getByText('You are not done.', { exact: true })).toBeAttached();
  await benPage.keyboard.press(']');
  await expect(benPage.getByText('Only leads can change the phase.')).toBeVisible();
  await page.keyboard.press(']');
  await expect(phase).toContainText(spec.phases.revealing);
  await page.keyboard.press('[');
  await expect(phase).toContainText(spec.phases.writing);
  await expect(benPage.locator('[aria-current=step]')).toContainText(spec.phases.writing);
  const told = benPage.getByText(/^You are (not )?done\.$/);
  await expect(told, 'nobody pressed a key in this phase').toHaveCount(0);
  await benPage.keyboard.press('d');
  await expect(told).toHaveText('You are done.');
  await done.click();
  await expect(done).toHaveAttribute('aria-pressed', 'false');
  await expect(told, 'the button says it').toHaveCount(0);
  await page.keyboard.press('d');
  await expect(page.getByText("You lead. The others say when they're done.")).toBeVisible();
  await page.getByRole('button', { name: spec.meeting.jump }).click();
  await page.getByRole('menuitem', { name: spec.phases.discussing }).click();
  await expect(done).toBeHidden();
  await expect(count).toHaveCount(0);
  await meeting.moveTo('closing_ready');
  await expect(phase).toContainText(spec.phases.closing_ready);
  await page.keyboard.press(']');
  await expect(page.getByText('Ready to Close is the last phase.')).toBeVisible();
});

test('a dialog says that its phase has ended, and keeps the text', async ({ rocket, page }) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Cut' }, { phase: 'writing' });
  await openBoard(page, ben, meeting.path);
  const dialog = page.getByRole('dialog', { name: 'Add Note' });
  const text = dialog.getByRole('textbox', { name: 'Content' });
  const addNote = page.getByRole('button', { name: 'Add Note' }).first();
  await addNote.click();
  await text.fill('Half a thou');

  await meeting.moveTo('voting');
  await expect(dialog.getByText('The meeting is now in Voting.')).toBeVisible();
  await text.press('End');
  await text.pressSequentially('ght');
  await text.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: 'Add Note' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => clipboard(page)).toBe('Half a thought');
  await dialog.getByRole('button', { name: 'Keep as draft' }).click();
  await expect(page.getByText('Kept as a draft')).toBeVisible();

  await test.step('back in writing it is there again, also after the page of joining', async () => {
    await meeting.moveTo('writing');
    await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.writing);
    await addNote.click();
    await expect(text).toHaveValue('Half a thought');
    await text.press('End');
    await text.pressSequentially(' more');
    await meeting.moveTo('joining');
    await expect(dialog.getByText('The meeting is now in Joining.')).toBeVisible();
    await expect(text).toHaveValue('Half a thought more');
    await meeting.moveTo('grouping');
    await expect(dialog.getByText(/The meeting is now in/)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await expect(board(page).getByText('Half a thought more')).toBeVisible();
  });

  await test.step('when the meeting ends, the text can be copied', async () => {
    await addNote.click();
    await text.fill('Too late');
    await meeting.change({ status: 'closed' });
    await expect(dialog.getByText('The meeting is over.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(() => clipboard(page)).toBe('Too late');
    await expect(dialog.getByRole('button', { name: 'Keep as draft' })).toHaveCount(0);
    // The end has waited for it.
    await page.keyboard.press('Escape');
    await passTheEnd(page);
  });
});

test('an edit forbidden by the phase, or of a deleted note, loses no text', async ({
  rocket,
  page,
}) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Gone' });
  const path = `${meeting.api}/notes`;
  const note = { note_type: 'went_well', content: 'Deploys' };
  const { id } = await call<{ id: string }>(ben, ['POST', path], note);
  // Authors edit their own notes in every phase; leads edit others' in some.
  await openBoard(page, ada, meeting.path);
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  const text = dialog.getByRole('textbox', { name: 'Content' });
  const open = () =>
    board(page)
      .getByRole('article', { name: /Deploys/ })
      .press('e');
  await open();
  await text.fill('Deploys were calm');
  await meeting.moveTo('voting');
  await expect(dialog.getByText('The meeting is now in Voting.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Kept as a draft')).toBeVisible();

  await meeting.moveTo('grouping');
  await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.grouping);
  await open();
  await expect(text).toHaveValue('Deploys were calm');
  await call(ben, ['DELETE', `${path}/${id}`]);
  await expect(dialog.getByText('Someone deleted this note while you were editing.')).toBeVisible();
  await expect(text).toHaveValue('Deploys were calm');
  await dialog.getByRole('button', { name: 'Add as new note' }).click();
  await expect(board(page).getByText('Deploys were calm')).toBeVisible();
});

test('an offline note that arrives after its phase is kept', async ({ rocket, page }) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Late' }, { phase: 'writing' });
  await openBoard(page, ben, meeting.path);
  const dialog = page.getByRole('dialog', { name: 'Add Note' });
  await page.getByRole('button', { name: 'Add Note' }).first().click();
  await page.context().setOffline(true);
  await dialog.getByRole('textbox', { name: 'Content' }).fill('From the tunnel');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByText('1 change waiting to be sent')).toBeVisible();
  await meeting.moveTo('voting');
  await page.context().setOffline(false);
  await expect(dialog.getByText('The meeting is now in Voting.')).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('textbox', { name: 'Content' })).toHaveValue('From the tunnel');
});

test('the number of further people is ringed if one of them is done', async ({ rocket, page }) => {
  const { ada, ben, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Further' }, { phase: 'writing' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openBoard(page, ada, meeting.path);
  const others = [ben];
  for (const name of ['Cleo', 'Dana']) {
    const other = await newPerson(ada.product, `${name.toLowerCase()}-further@example.com`, [
      name,
      'Marsh',
    ]);
    await join(ada, teamId, other);
    others.push(other);
  }
  const clients = await Promise.all(others.map((other) => arrive(other, meeting.id)));
  const further = page.locator('.people-button').getByText('+2');
  await expect(further).toBeVisible();
  await expect(further).not.toHaveAttribute('data-done');
  await force(page);
  const ground = 'rgb(255, 255, 255)';
  await expect(further).toHaveCSS('border-top-color', ground);
  for (const other of others) {
    await call(other, ['PUT', `/api/v1/meetings/${meeting.id}/ready`], { ready: true });
  }
  await expect(further).toHaveAttribute('data-done');
  await expect(further).not.toHaveCSS('border-top-color', ground);
  await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
});
