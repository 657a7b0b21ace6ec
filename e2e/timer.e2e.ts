// The shared countdown (docs/retro.md ), the owner's controls, and its sound.
import type { Page, Route } from '@playwright/test';

import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  guestPath,
  holdBack,
  newMeeting,
  openBoard,
  runCommand,
  waitAhead,
} from './walk.ts';

const countdown = (page: Page) => page.getByRole('button', { name: /^Timer/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Timer' });
const sentence = (page: Page) => page.locator('.phase-purpose');

test('the owner starts, extends, pauses, resumes and stops the timer; others see it by the server’s clock', async ({
  page,
  rocket,
  newPage,
}) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Timed' }, { phase: 'writing' });
  await page.clock.install();
  await openBoard(page, ada, meeting.path);
  const benPage = await newPage();
  const benContext = benPage.context();
  await benContext.clock.install({ time: Date.now() + 3_600_000 });
  await openBoard(benPage, ben, meeting.path);
  await expect(countdown(benPage)).toHaveCount(0);
  const title = page.locator('.meeting-bar').getByText('Timed');
  const before = await title.boundingBox();

  await test.step('one press starts the usual time of the phase', async () => {
    await expect(countdown(page)).toHaveText('Timer: start 5 min');
    await expect(sentence(page)).toContainText('Start the timer');
    await expect(sentence(benPage)).toContainText('Write on your own');
    await countdown(page).click();
    await expect(countdown(benPage)).toHaveText(/^Timer: (5:00|4:5\d)$/);
    await expect(countdown(page)).toBeFocused();
    await expect(sentence(page)).toHaveText(/^Write, too\./);
  });
  await countdown(page).click();
  await panel(page).getByRole('button', { name: 'Start 3 minutes' }).click();
  await expect(panel(page)).toBeHidden();
  for (const each of [page, benPage]) {
    await expect(countdown(each)).toHaveText(/^Timer: (3:00|2:5\d)$/);
    await expect(each).toHaveTitle(/^\((3:00|2:5\d)\) Writing · Timed · Wentwell$/);
  }
  expect(await title.boundingBox(), 'nothing in the bar moves').toEqual(before);

  await countdown(page).click();
  await panel(page).getByRole('button', { name: '+1 min' }).click();
  await expect(countdown(benPage)).toHaveText(/^Timer: 3:\d\d$/);
  await panel(page).getByRole('button', { name: 'Pause' }).click();
  await expect(countdown(benPage)).toHaveAttribute('title', 'Timer, paused');
  await expect(panel(page).getByRole('button', { name: 'Resume' })).toBeFocused();
  const paused = await countdown(page).textContent();
  await expect(countdown(benPage)).toHaveText(paused ?? '');
  await panel(page).getByRole('button', { name: 'Resume' }).click();
  await expect(countdown(benPage)).toHaveAttribute('title', 'Timer');

  await test.step('who does not lead may only mute it', async () => {
    await countdown(benPage).click();
    await expect(panel(benPage).getByRole('button')).toHaveCount(0);
    await expect(panel(benPage).getByRole('checkbox')).not.toBeChecked();
    await benPage.keyboard.press('Escape');
  });

  await test.step('a reload shows it again', async () => {
    await historySettles(benPage);
    await benPage.reload();
    await expect(countdown(benPage)).toHaveText(/^Timer: 3:\d\d$/);
  });

  await test.step('no board, guest’s page or screen minds that the clock is set while it is open', async () => {
    const screen = await benContext.newPage();
    await screen.goto(await meeting.screenPath());
    await expect(screen.getByRole('timer')).toHaveText(/^3:\d\d$/);
    const guest = await benContext.newPage();
    await guest.goto(ben.product.url + (await guestPath(ada, meeting.id, false)));
    await guest.getByLabel('Your name').fill('Sven');
    await guest.getByRole('button', { name: 'Come in' }).click();
    await expect(countdown(guest)).toHaveText(/^Timer: 3:\d\d$/);
    for (const wrong of [0, 7_200_000, -3_600_000]) {
      await benContext.clock.setSystemTime(Date.now() + wrong);
      // The next second is visible, so the page counts by the new time.
      const shown = await countdown(benPage).textContent();
      await expect(countdown(benPage)).not.toHaveText(shown ?? '');
      await expect(countdown(benPage)).toHaveText(/^Timer: [23]:\d\d$/);
      await expect(benPage).toHaveTitle(/^\([23]:\d\d\) Writing/);
      await expect(screen.getByRole('timer')).toHaveText(/^[23]:\d\d$/);
      await expect(countdown(guest)).toHaveText(/^Timer: [23]:\d\d$/);
      await expect(guest).toHaveTitle(/^\([23]:\d\d\) Writing/);
    }
    await guest.close();
    await screen.close();
  });

  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(countdown(benPage)).toHaveCount(0);
  await expect(countdown(page)).toBeFocused();
  // The timer last started in this phase.
  for (const each of [page, await newPage()]) {
    if (each !== page) await openBoard(each, ada, meeting.path);
    await expect(countdown(each)).toHaveText('Timer: start 3 min');
  }
  await expect(benPage).toHaveTitle('Writing · Timed · Wentwell');

  await test.step('a press during a request is not lost', async () => {
    await countdown(page).click();
    await expect(countdown(page)).toHaveText(/^Timer: [23]:\d\d$/);
    const answered = Promise.withResolvers<void>();
    // The board's socket reports the change meanwhile.
    const holdOnce = async (route: Route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    };
    await page.route('**/timer', holdOnce, { times: 1 });
    await countdown(page).click();
    await panel(page).getByRole('button', { name: '+1 min' }).click();
    await expect(countdown(page)).toHaveText(/^Timer: 3:[1-5]\d$/);
    await panel(page).getByRole('button', { name: 'Pause' }).click();
    answered.resolve();
    await expect(countdown(page)).toHaveAttribute('title', 'Timer, paused');
  });

  await test.step('at the end a lead reads what to press, on a phone again', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Its animation ends first: a new sentence would start it again.
    await expect(sentence(page)).toHaveCSS('opacity', '0');
    await call(ada, ['PUT', `${meeting.api}/timer`], { action: 'start', seconds: 5 });
    await waitAhead(page, page.getByText('Time is up. Press Next, or the timer for more.'));
    await expect(sentence(page)).toHaveCSS('opacity', '1');
    await expect(page.locator('.step-button')).toHaveAttribute('data-solid', 'true');
    await expect(sentence(benPage)).toContainText('Write on your own');
  });
});

test('custom minutes are validated, kept offline, and ended by a phase change; the palette has the timer, too', async ({
  page,
  context,
  rocket,
  newPage,
}) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Own' });
  const letPanel = await holdBack(context, /\/assets\/TimerPanel-/);
  await openBoard(page, ada, meeting.path);
  await page.setViewportSize({ width: 390, height: 844 });
  await countdown(page).click();
  await expect(countdown(page)).toHaveText(/^Timer: [45]:\d\d$/);
  await countdown(page).click();
  await expect(panel(page)).toBeVisible();
  await letPanel();
  await expect(panel(page).getByRole('button', { name: 'Start', exact: true })).toBeInViewport();
  const minutes = panel(page).getByRole('textbox', { name: 'Other number of minutes' });
  for (const wrong of ['', '0', '241', '2.5', 'ten']) {
    await minutes.fill(wrong);
    await panel(page).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(panel(page).getByText('Enter a whole number from 1 to 240.')).toBeVisible();
  }
  // Full-width, as a Japanese keyboard types it.
  await minutes.fill('７');
  await page.keyboard.press('Enter');
  await expect(countdown(page)).toHaveText(/^Timer: (7:00|6:5\d)$/);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.voting) }).click();
  await expect(countdown(page)).toHaveText(/^Timer: start/);

  await test.step('without a connection the page says that the timer was not set, and keeps what was typed', async () => {
    await context.setOffline(true);
    await countdown(page).click();
    await expect(page.getByText('Failed to set the timer')).toBeVisible();
    await context.setOffline(false);
    await countdown(page).click();
    await expect(countdown(page)).toHaveText(/^Timer: [23]:\d\d$/);
    await context.setOffline(true);
    await countdown(page).click();
    const minutes = panel(page).getByRole('textbox', { name: 'Other number of minutes' });
    await minutes.fill('7');
    const attempt = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/timer'),
    );
    await page.keyboard.press('Enter');
    await attempt;
    await expect(minutes).toHaveValue('7');
    await context.setOffline(false);
    await expect(countdown(page)).toHaveText(/^Timer: [23]:\d\d$/);
    await minutes.press('Enter');
    await expect(countdown(page)).toHaveText(/^Timer: (7:00|6:5\d)$/);
    await expect(panel(page)).toBeHidden();
  });

  await test.step('the palette sets the timer for the owner, and knows nothing of it for others', async () => {
    await call(ada, ['PUT', `${meeting.api}/timer`], { action: 'stop' });
    await expect(countdown(page)).toHaveText(/^Timer: start/);
    const command = async (typed: string) => {
      await runCommand(page, typed);
      await expect(page.getByRole('combobox')).toHaveCount(0);
    };
    await command('Start timer: 3');
    await expect(countdown(page)).toHaveText(/^Timer: (3:00|2:5\d)$/);
    await command('Pause timer');
    await expect(countdown(page)).toHaveAttribute('title', 'Timer, paused');
    await command('Resume timer');
    await expect(countdown(page)).toHaveAttribute('title', 'Timer');
    await command('Stop timer');
    await expect(countdown(page)).toHaveText(/^Timer: start/);

    const benPage = await openBoard(await newPage(), ben, meeting.path);
    await benPage.keyboard.press('ControlOrMeta+K');
    await benPage.getByRole('combobox').fill('start timer');
    await expect(benPage.getByRole('option', { name: /timer/ })).toHaveCount(0);
  });
});

test('the last half minute and the end are announced; the sound plays if enabled', async ({
  rocket,
  context,
  page,
}) => {
  const { ada, ben } = rocket;
  const meeting = await newMeeting(ada, { id: rocket.teamId, name: 'Rung' });
  const start = () => call(ada, ['PUT', `${meeting.api}/timer`], { action: 'start', seconds: 60 });
  await context.clock.install();
  await context.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () {
      const { body } = document;
      body.setAttribute('data-tones', String(Number(body.getAttribute('data-tones')) + 1));
      return createOscillator.call(this);
    };
  });
  await openBoard(page, ben, meeting.path);
  /** Offline: a page this far ahead would ask the server for the time. */
  async function runAhead(ms: number): Promise<void> {
    await context.setOffline(true);
    await page.clock.runFor(ms);
  }
  const said = page.locator('.timer-place [role=status]');

  await test.step('the last seconds and the end', async () => {
    await start();
    await expect(countdown(page)).toHaveText(/^Timer: (1:00|0:5\d)$/);
    await expect(said).toHaveText('');
    await runAhead(35_000);
    await expect(countdown(page)).toHaveText(/^Timer: 0:[12]\d$/);
    await expect(said).toHaveText('30 seconds left.');
    await runAhead(30_000);
    await expect(countdown(page)).toHaveText('Timer: 0:00');
    await expect(said).toHaveText('Time is up.');
    await expect(page).toHaveTitle('(0:00) Grouping · Rung · Wentwell');
    await expect(page.locator('body')).not.toHaveAttribute('data-tones');
  });

  await test.step('switched on it plays once, also after a reload', async () => {
    await countdown(page).click();
    await panel(page).getByText('Sound', { exact: true }).click();
    await context.setOffline(false);
    await context.setOffline(false);
    await page.reload();
    await start();
    await expect(countdown(page)).toHaveText(/^Timer: (1:00|0:5\d)$/);
    await countdown(page).click();
    await expect(panel(page).getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('Escape');
    await runAhead(65_000);
    await expect(countdown(page)).toHaveText('Timer: 0:00');
    await expect(page.locator('body')).toHaveAttribute('data-tones', '2');
  });

  await test.step('the reveal sounds at 3, 2, 1 and the first card', async () => {
    await context.setOffline(false);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.reload();
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    await page.keyboard.press('Escape');
    const enter = (phase: string) => meeting.moveTo(phase);
    await enter('writing');
    await meeting.write(ada, 'went_well', 'Tea');
    await expect(page.getByText('face down')).toBeVisible();
    await enter('revealing');
    await expect(page.getByText('Tea')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-tones', '4');
  });
});
