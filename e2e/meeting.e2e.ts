// The meeting page: loading, missing, failing, live, closed, and its connection messages.
import { atEachSize } from './each-size.ts';
import { judgeState } from './judge.ts';
import { readQrCode } from './qr-code.ts';
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
  newMeeting,
  openAs,
  signedInAs,
  waitAhead,
} from './walk.ts';

const head = /\/api\/v1\/meetings\/[0-9a-f-]{36}$/;
const board = '**/api/v1/meetings/*/records?ticket=true';

atEachSize(test, () => {
  test('loading, missing or forbidden', async ({ page, rocket }) => {
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Sprint 12' });
    await signedInAs(page, rocket.ada.token);
    const letHead = await holdBack(page, head);
    const letBoard = await holdBack(page, board);
    await page.goto(meeting.path);
    await expect(page.getByRole('status').getByText('Loading meeting')).toBeVisible();
    await letHead();
    await expect(page.getByText(spec.board.loading)).toBeVisible();
    await letBoard();
    await expect(page.getByText(spec.board.empty)).toBeVisible();
    await expect(page.getByText(spec.board.emptyText)).toBeVisible();
    await page.unrouteAll();

    await page.clock.install();
    // The page tries again by itself, too: not while its clock stands.
    const tryAgain = async () => {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.clock.resume();
    };
    await answerWith(page, board, { status: 500, detail: 'The board is gone fishing.' });
    await page.goto(meeting.path);
    await waitAhead(page, page.getByText(spec.board.error));
    await expect(page.getByText('The board is gone fishing.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await tryAgain();
    await expect(page.getByText(spec.board.empty)).toBeVisible();

    await answerWith(page, /\/api\/v1\/meetings\//, 503);
    await page.goto(meeting.path);
    await waitAhead(page, page.getByText(spec.meeting.error));
    await expect(page).toHaveTitle('Error loading meeting · Wentwell');
    await expectNoSidewaysScroll(page);
    await tryAgain();
    await expect(page.getByText(spec.board.empty)).toBeVisible();
    await expect(page).toHaveTitle('Grouping · Sprint 12 · Wentwell');

    const heading = page.getByRole('heading', { level: 1 });
    for (const id of ['not-an-id', '0198f2c4-7f00-7000-8000-000000000009']) {
      await page.goto(`/meetings/${id}`);
      await expect(page).toHaveTitle('Meeting not found · Wentwell');
      await expect(heading).toHaveText(spec.meeting.notFound);
      await judgeState(page, 'meeting-not-found');
      await page.getByRole('link', { name: 'Back to meetings' }).click();
      await expect(page).toHaveTitle('Meetings · Wentwell');
      await expect(heading).toHaveText(spec.meetings.title);
    }
  });

  test('the owner leads through all phases; failures are reported', async ({
    page,
    context,
    product,
    rocket,
  }) => {
    const options = { phase: 'joining' };
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Led' }, options);
    await openAs(page, rocket.ada, meeting.path);
    await expect(page.getByRole('heading', { level: 1, name: spec.meeting.title })).toBeVisible();
    await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
    await expect(page.getByText(spec.meeting.present)).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Not here yet' }).getByTitle('Ben Okri'),
    ).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(product.url + meeting.path);
    const code = page.getByRole('img', { name: /^QR code/ });
    // A phone has nobody opposite who could scan it.
    if ((page.viewportSize()?.width ?? 0) < 640) await expect(code).toBeHidden();
    else expect(await readQrCode(page.getByRole('main'))).toBe(copied);
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    const next = page.getByRole('button', { name: spec.meeting.next('') });
    await answerWith(page, '**/phase/next', { status: 409, detail: 'Not on.' });
    await next.click();
    await expect(page.getByText(spec.meetingToasts.nextFailed)).toBeVisible();
    await page.unrouteAll();
    const labels = Object.values(spec.phases);
    for (const label of labels.slice(1)) {
      await page.getByRole('button', { name: spec.meeting.next(label) }).click();
      const current = page.locator('[aria-current=step]');
      await expect(current).toContainText(label);
      const { writing, grouping, voting } = spec.phases;
      if (label !== writing && label !== grouping && label !== voting) continue;
      // An empty board invites adding notes only while that is possible.
      await expect(page.getByText(spec.board.empty)).toBeVisible();
      await expect(page.getByText(spec.board.emptyText)).toHaveCount(label === voting ? 0 : 1);
    }
    await expect(page.getByRole('button', { name: spec.meeting.finalPhase })).toBeDisabled();
    await page.getByRole('button', { name: spec.meeting.jump }).click();
    const phaseItems = page.getByRole('group', { name: 'Phases' }).getByRole('menuitem');
    await expect(phaseItems).toHaveText(labels.map((label) => new RegExp(`^${label}`)));
    await expect(page.getByRole('menuitem', { name: spec.phases.closing_ready })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const sent = page.waitForRequest('**/phase/transition');
    await answerWith(page, '**/phase/transition', { status: 409, detail: 'Not off.' });
    await page.getByRole('menuitem', { name: spec.phases.voting }).click();
    expect((await sent).postDataJSON()).toEqual({ phase: 'voting', duration_minutes: null });
    await expect(page.getByText(spec.meetingToasts.jumpFailed)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: spec.meeting.jump }).click();
    await page.getByRole('menuitem', { name: spec.phases.voting }).click();
    await expect(page.getByText(spec.meeting.notesDisabled)).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: spec.noteToasts.notNow }),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);

    // On a phone it is in the menu.
    const isPhone = (page.viewportSize()?.width ?? 0) < 640;
    if (isPhone) await page.getByRole('button', { name: 'Meeting menu' }).click();
    await page.getByRole(isPhone ? 'menuitem' : 'button', { name: spec.meeting.finish }).click();
    const ask = page.getByRole('alertdialog');
    await answerWith(page, head, { status: 409, detail: 'Not over.', method: 'PUT' });
    await ask.getByRole('button', { name: /Finish/ }).click();
    await expect(page.getByText(spec.meetingToasts.finishFailed)).toBeVisible();
    await page.unrouteAll();
    const finished = page.waitForRequest((request) => request.method() === 'PUT');
    await ask.getByRole('button', { name: /Finish/ }).click();
    expect(Object.keys((await finished).postDataJSON()).toSorted()).toEqual(['end_time', 'status']);
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
  });

  test('a closed meeting is read-only', async ({ page, rocket }) => {
    const meeting = await newMeeting(
      rocket.ada,
      { id: rocket.teamId, name: 'Over' },
      { status: 'closed', notes: [['went_well', 'Kept for reading']] },
    );
    await openAs(page, rocket.ada, meeting.path);
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
    await expect(page.getByRole('button', { name: spec.board.addNote })).toHaveCount(0);
    await expect(page.getByRole('button', { name: spec.meeting.finish })).toHaveCount(0);
    const note = page.getByRole('article', { name: /Kept for reading/ });
    await note.focus();
    await page.keyboard.press('Enter');
    const view = page.getByRole('dialog');
    await expect(view.getByText('Kept for reading')).toBeVisible();
    await expect(view.getByRole('textbox')).toHaveCount(0);
    await view.getByRole('button', { name: spec.board.close }).last().click();
    await expect(note).toBeFocused();
    await expectNoSidewaysScroll(page);
  });
});

test('members find the lead’s controls in a menu, with the reason why they are disabled', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Guest' });
  await openAs(page, rocket.ben, meeting.path);
  await page.getByRole('button', { name: spec.meeting.jump }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('Only leads can change the phase.')).toBeVisible();
  const next = menu.getByRole('menuitem', { name: spec.meeting.next(spec.phases.voting) });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(
    menu.getByRole('menuitem', { name: spec.phases.voting, exact: true }),
  ).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await expectReason(page, menu.getByRole('menuitem', { name: spec.meeting.finish }), 'Only ');
  await expect(menu.getByRole('menuitem', { name: /Take over|Hand over/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: spec.meeting.next('') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: spec.meeting.finish })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill('take over');
  await expect(page.getByRole('option', { name: /Take over/ })).toHaveCount(0);
});

test('planned, canceled and archived meetings have no live board', async ({ page, rocket }) => {
  await signedInAs(page, rocket.ada.token);
  for (const status of ['planned', 'canceled', 'archived'] as const) {
    const options = { status };
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: status }, options);
    await page.goto(meeting.path);
    await expect(page.getByText('Live collaboration is disabled')).toBeVisible();
    await expect(page.getByText(spec.meetingStatus[status], { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: spec.board.addNote })).toHaveCount(0);
  }
});

test('recent activity shows a note’s beginning for ten seconds', async ({ page, rocket }) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Busy' });
  await signedInAs(page, rocket.ada.token);
  await page.clock.install();
  await page.goto(meeting.path);
  await page.clock.runFor(2000);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  // From here on the test controls time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('region', { name: spec.meeting.activity });
  for (let index = 1; index <= 6; index += 1) {
    const content = `Number ${index}, which goes on for longer than thirty characters`;
    const path = `${meeting.api}/notes`;
    await call(rocket.ben, ['POST', path], { content, note_type: 'action' });
  }
  await waitAhead(page, activity.getByText('Number 6, which goes on for lo'), 50);
  await expect(activity.getByRole('listitem')).toHaveCount(5);
  // Somebody sets the computer's clock back.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 3_600_000);
  await page.clock.runFor(9000);
  await expect(activity.getByRole('listitem')).not.toHaveCount(0);
  await page.clock.runFor(1000);
  // The next notice's timer starts once the page has removed the previous notice.
  let late = 0;
  await expect(async () => {
    late += 100;
    await page.clock.runFor(100);
    await expect(activity.getByRole('listitem')).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  expect(late).toBeLessThanOrEqual(500);
  await expect(
    page.getByRole('heading', { name: new RegExp(spec.board.actionItems) }),
  ).toContainText('6');
});

test('an admin who does not lead finishes: the question announces which notes it reveals, reports a failure for seven seconds, and reveals them', async ({
  page,
  rocket,
}) => {
  const options = { phase: 'writing' };
  const meeting = await newMeeting(rocket.ben, { id: rocket.teamId, name: 'Hidden' }, options);
  await page.clock.install();
  await openAs(page, rocket.ada, meeting.path);
  const finish = page.getByRole('button', { name: spec.meeting.finish, exact: true });
  await finish.click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).not.toContainText('face down');
  await ask.getByRole('button', { name: 'Not yet' }).click();
  await expect(ask).toBeHidden();
  await meeting.write(rocket.ben, 'went_well', 'Read at the end');
  await meeting.write(rocket.ben, 'to_improve', 'And this');
  await finish.click();
  await expect(ask).toContainText(
    '2 notes are still face down. Finishing reveals them to everyone.',
  );
  await answerWith(page, head, { status: 409, detail: 'Not over.', method: 'PUT' });
  await ask.getByRole('button', { name: /Finish/ }).click();
  await expectDuration(page, spec.meetingToasts.finishFailed, 7000);
  await page.unrouteAll();
  await ask.getByRole('button', { name: /Finish/ }).click();
  await expect(page.getByText(spec.meeting.closed)).toBeVisible();
  await expect(page.getByText('Read at the end')).toBeVisible();
  await expect(page.getByText('And this')).toBeVisible();
});
