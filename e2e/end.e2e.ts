// The end of a meeting on every present page (docs/retro.md R-166): the outcome for four seconds, then the report.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { judge } from './judge.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, type Somebody, openAs } from './walk.ts';

const notes = [['went_well', 'Fast deploys']] as const;

test('everybody in a meeting sees its end; later visitors do not', async ({ crew, newPage }) => {
  const { robin, sasha, team } = crew;
  const meeting = await newMeeting(robin, team, { phase: 'grouping', notes });
  const agreed = { text: 'Quarantine the flaky test', assignee_id: sasha.id, due_on: '2027-03-19' };
  await meeting.write(sasha, 'to_improve', 'Flaky tests');
  await meeting.moveTo('closing_ready');
  for (const text of [agreed.text, 'Ask for a second runner']) {
    await call(robin, ['POST', `${meeting.api}/actions`], { ...agreed, text });
  }
  const thanks = { to_user_id: sasha.id, text: 'Now all of us get the ledger.' };
  await call(robin, ['POST', `${meeting.api}/thanks`], thanks);

  async function seat(who: Somebody, reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const page = await newPage({ reducedMotion });
    await page.clock.install();
    await openAs(page, who, meeting.path);
    // The end's code loads with the phase's.
    await expect(page.getByRole('form', { name: 'Thank someone' })).toBeVisible();
    return page;
  }
  const still = await seat(robin, 'reduce');
  const moving = await seat(sasha, 'no-preference');
  // Pressed inside the page: on a busy machine a press from outside may miss the four seconds.
  const pressed = moving.waitForFunction(() => {
    const button = document.querySelector<HTMLElement>('.end [aria-haspopup=dialog]');
    button?.click();
    return button !== null;
  });
  await meeting.change({ status: 'closed' });
  await pressed;

  const end = (page: Page) => page.getByRole('dialog', { name: 'Done.' });
  const meanings = (page: Page) => page.getByRole('dialog', { name: 'What the badges mean' });
  await expect(meanings(moving)).toBeVisible();
  await moving.clock.runFor(8000);
  await expect(meanings(moving), 'somebody reads').toBeVisible();
  await expect(end(moving)).toContainText('2 actions, 2 topics, 1 minute');
  await expect(end(moving)).toContainText('Quarantine the flaky test');
  await expect(end(moving)).toContainText('by Friday');
  await moving.keyboard.press('Escape');
  await moving.clock.runFor(4000);
  await expect(end(moving), 'goes by itself').toHaveCount(0);
  await expect(moving.getByRole('heading', { name: 'Action items' })).toBeVisible();

  await expect(end(still).getByRole('img')).toHaveCount(2);
  await expect(end(still)).not.toContainText('Yours');
  await expect(end(still)).toContainText('Sasha BrookQuarantine the flaky testby Friday');
  await expect(end(still)).toContainText('2 new badgesFirst retroEvery voice heard');
  await expect(end(still)).toContainText('Thanks to Sasha Brook, from Robin Field');
  const onward = end(still).getByRole('button', { name: 'To the report' });
  await expect(onward).toBeFocused();
  await end(still).getByRole('button', { name: 'What they mean' }).click();
  await expect(meanings(still)).toContainText('The team closed its first retro.');
  await still.keyboard.press('Escape');
  await judge(still, 'end');
  await still.setViewportSize({ width: 1280, height: 600 });
  for (const face of await end(still).getByRole('img').all()) {
    await expect(face, 'nothing is cut in a low window').toBeInViewport({ ratio: 1 });
  }
  const badges = await end(still).getByText('Every voice heard').boundingBox();
  const below = await onward.boundingBox();
  expect(below?.y, 'and nothing covered').toBeGreaterThan((badges?.y ?? 0) + 16);
  await still.setViewportSize({ width: 1280, height: 400 });
  const scrolled = () => still.locator('.end').evaluate((sheet) => sheet.scrollTop);
  await still.mouse.move(640, 200);
  for (const dy of [-4000, 100]) await still.mouse.wheel(0, dy);
  await expect.poll(scrolled, 'the wheel scrolls').toBe(100);
  await onward.focus();
  await still.keyboard.press('Enter');
  await expect(end(still)).toHaveCount(0);

  const later = await moving.context().newPage();
  await later.goto(meeting.path);
  await expect(later.getByRole('heading', { name: 'Action items' })).toBeVisible();
  await expect(end(later)).toHaveCount(0);
});

test('the end waits while somebody writes in a dialog', async ({ page, crew }) => {
  const { robin, sasha, team } = crew;
  const { id, path } = await newMeeting(robin, team, { phase: 'writing' });
  await openAs(page, sasha, path);
  const text = 'Half a thought';
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await column.getByRole('button', { name: spec.board.addNote }).click();
  await page.getByLabel('Content').fill(text);
  await call(robin, ['PUT', `/api/v1/meetings/${id}`], { status: 'closed' });
  await expect(page.getByText(spec.meeting.closed)).toBeAttached();
  const end = page.getByRole('dialog', { name: 'Done.' });
  const dialog = page.getByRole('dialog', { name: spec.board.addNote });
  await expect(dialog.getByLabel('Content')).toHaveValue(text);
  await expect(end).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(end).toBeVisible();
  await page.mouse.click(9, 99);
  await expect(end, 'a press anywhere').toHaveCount(0);
});
