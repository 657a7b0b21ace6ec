// A board on a screen without an account: its link is made, shown live, and revoked (docs/retro.md ).
import { judge, judgeOnRequest } from './judge.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, openAs } from './walk.ts';

test('a screen shows the board by its link, follows the phases, and stops when the link is revoked', async ({
  page,
  browser,
  rocket,
}) => {
  const { ada, ben, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'On the wall' }, { phase: 'joining' });
  await openAs(page, ada, meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'Screen in the room…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Screen in the room' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the screen link' })).toBeVisible();
  const address = await dialog.getByText('/watch#').textContent();
  const open = dialog.getByRole('link', { name: 'Open here' });
  for (const [attribute, value] of [
    ['href', `${address}`],
    ['target', '_blank'],
    ['rel', /noreferrer|noopener/],
  ] as const) {
    await expect(open).toHaveAttribute(attribute, value);
  }
  await judgeOnRequest(page, 'screen-link');

  // With reduced motion nothing floats.
  const wall = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
  });
  const screen = await wall.newPage();
  const sent: string[] = [];
  screen.on('request', (request) => sent.push(request.url() + JSON.stringify(request.headers())));
  await screen.goto(address ?? '');
  await expect(screen.getByRole('heading', { name: 'On the wall' })).toBeVisible();
  await page.keyboard.press('Escape');
  const question = await page.getByText('Question of the day').locator('+ p').textContent();
  await expect(screen.getByText(question ?? '')).toBeVisible();
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }).click();
  await expect(screen.locator('.watch-column h2 svg')).toHaveCount(3);
  await page.getByRole('button', { name: 'Floating reactions' }).click();
  await page.getByRole('button', { name: 'Send 👏' }).click();
  await expect(screen.locator('.floating-reactions')).toHaveText('👏');
  await page.keyboard.press('Escape');
  // Ben has never opened the meeting.
  const byBen = { note_type: 'to_improve', content: 'Long meetings' };
  await call(ben, ['POST', `/api/v1/meetings/${meeting.id}/notes`], byBen);
  await page.getByRole('textbox', { name: /Went Well/ }).fill('Quiet builds');
  await page.keyboard.press('Enter');
  await expect(screen.locator('.pile-words').filter({ hasText: '1 note' })).toHaveCount(2);
  await expect(screen.getByText('Quiet builds')).toHaveCount(0);
  // Colours must not be captured during a theme's transition.
  await screen.emulateMedia({ reducedMotion: 'reduce' });
  await judgeOnRequest(screen, 'watch-writing');
  await page.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) }).click();
  await expect(screen.getByText('Quiet builds')).toBeVisible();
  const cards = screen.getByRole('listitem');
  await expect(cards.filter({ hasText: 'Quiet builds' })).toHaveText(/Ada$/);
  await expect(cards.filter({ hasText: 'Long meetings' })).toHaveText(/Ben$/);
  await expect(screen.getByText(ada.email)).toHaveCount(0);
  await expect(screen.getByRole('button')).toHaveCount(0);
  await judgeOnRequest(screen, 'watch-revealing');
  await expect(page.getByText('1 screen watching')).toBeVisible();
  await page.getByRole('button', { name: spec.meeting.jump }).click();
  await page.getByRole('menuitem', { name: spec.phases.discussing, exact: true }).click();
  await expect(screen.getByRole('region', { name: 'Current topic' })).toBeVisible();
  await judge(screen, 'watch-discussing');

  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'Screen in the room…' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(
    screen.getByRole('heading', { name: 'This screen link no longer works' }),
  ).toBeVisible();
  await judgeOnRequest(screen, 'watch-gone');
  await expect(screen.getByText('Quiet builds')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('/watch#')).toBeVisible();
  await page.keyboard.press('Escape');
  // Another lead's page replaces the link.
  await call(ada, ['POST', `/api/v1/meetings/${meeting.id}/spectator-link`]);
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'Screen in the room…' }).click();
  await expect(dialog.getByText('It was shown only once')).toBeVisible();
  await expect(dialog.getByText('/watch#')).toHaveCount(0);
  const secret = (address ?? '').split('#')[1] ?? '';
  expect(secret).toHaveLength(43);
  expect(sent.join()).not.toContain(secret);
  await wall.close();
});
