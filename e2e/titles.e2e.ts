// The browser tab's title while a page shows an error; pages.e2e.ts has those of every page.
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { answerWith, expect, newMeeting, signedInAs, waitAhead } from './walk.ts';

const nowhere = '0198f2c4-7f00-7000-8000-000000000009';

test('a link without an invitation, and one that does not verify', async ({ page }) => {
  for (const token of ['none', 'x'.repeat(43)]) {
    await page.goto(`/invitations/${token}`);
    await expect(page).toHaveTitle('Invalid invitation link · Wentwell');
  }
  for (const search of ['', '?token=none']) {
    await page.goto(`/verify${search}`);
    await expect(page).toHaveTitle('Verification Failed · Wentwell');
  }
});

test('a missing meeting, and the next page’s title', async ({ page, rocket }) => {
  await signedInAs(page, rocket.ada.token);
  const heading = page.getByRole('heading', { level: 1 });
  for (const id of ['not-an-id', nowhere]) {
    await page.goto(`/meetings/${id}`);
    await expect(page).toHaveTitle('Meeting not found · Wentwell');
    await expect(heading).toHaveText(spec.meeting.notFound);
    await page.getByRole('link', { name: 'Back to meetings' }).click();
    await expect(page).toHaveTitle('Meetings · Wentwell');
    await expect(heading).toHaveText(spec.meetings.title);
  }
});

test('a meeting that fails to load, until it has loaded', async ({ page, rocket }) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Sprint 12' });
  await signedInAs(page, rocket.ada.token);
  await page.clock.install();
  await answerWith(page, /\/api\/v1\/meetings\//, 503);
  await page.goto(meeting.path);
  await waitAhead(page, page.getByText(spec.meeting.error));
  await expect(page).toHaveTitle('Error loading meeting · Wentwell');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle('Grouping · Sprint 12 · Wentwell');
});
