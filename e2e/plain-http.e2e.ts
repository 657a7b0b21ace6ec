// The product over plain HTTP in a local network: no clipboard, locks or crypto.randomUUID.
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { historySettles } from './visit.ts';
import { call, expect, guestPath, newMeeting, signedInAs } from './walk.ts';

test.use({ settings: { PUBLIC_URL: 'http://retro.test:{port}' } });

test('every page, import and copy works over plain HTTP', async ({ page, product, rocket }) => {
  const { ada, teamId } = rocket;
  const site = product.url.replace('localhost', 'retro.test');
  const team = { id: teamId, name: 'On the network' };
  const meeting = await newMeeting(ada, team, { phase: 'joining' });
  const closed = await newMeeting(ada, team, {
    status: 'closed',
    notes: [['went_well', 'Quiet builds']],
  });
  await page.goto(`${site}/login`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  async function opens(path: string): Promise<void> {
    // A changed fragment alone loads nothing.
    if (path.includes('#')) await page.goto('about:blank');
    await page.goto(site + path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title), path).toHaveCount(0);
  }
  for (const path of ['/', '/register', '/verification-pending', '/verify?token=none']) {
    await opens(path);
  }
  for (const path of ['/resend-verification', '/reset-password?token=none', '/version', '/watch']) {
    await opens(path);
  }
  const link = `/api/v1${meeting.path}/spectator-link`;
  const { secret } = await call<{ secret: string }>(ada, ['POST', link]);
  await opens(`/watch#${secret}`);
  await opens(await guestPath(ada, meeting.id, true));
  await signedInAs(page, ada.token);
  const own = [
    '/dashboard',
    '/team-members',
    '/actions',
    '/team-health',
    '/search?q=a',
    '/profile',
    `${meeting.path}/anonymity`,
  ];
  const signedIn = [...own, '/login/callback', closed.path];
  for (const path of [...signedIn, '/invitations/none', '/no/such/page', '/meetings']) {
    await opens(path);
  }

  await test.step('the administration', async () => {
    const root = await newSuperuser(product, 'root-plain@example.com');
    await page.evaluate((token) => localStorage.setItem('authToken', token), root.token);
    const sections = ['users', 'teams', 'deleted', 'mail', 'audit', 'sessions', 'settings'];
    for (const section of [...sections, 'check']) await opens(`/admin/${section}`);
    await page.evaluate((token) => localStorage.setItem('authToken', token), ada.token);
    await opens('/meetings');
  });

  await test.step('the import', async () => {
    await page.getByRole('button', { name: 'Import…' }).click();
    await expect(page.getByRole('dialog', { name: 'Import a meeting' })).toBeVisible();
    await page.keyboard.press('Escape');
    await historySettles(page);
  });

  await test.step('a board: what is copied is shown selected, and a note is added', async () => {
    await page.goto(site + meeting.path);
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText('Press Ctrl+C to copy.');
    const text = toasts.getByRole('textbox', { name: 'Text to copy' });
    await expect(text).toBeFocused();
    expect(await page.evaluate(() => String(getSelection()))).toBe(site + meeting.path);
    for (const [item, name] of [
      ['Guest link…', 'Guest link'],
      ['Screen link…', 'Screen link'],
    ] as const) {
      await page.getByRole('button', { name: 'Meeting menu' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('button', { name: 'Make a new link' }).click();
      await dialog.getByRole('button', { name: /^Copy/ }).click();
      await expect(text, name).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }).click();
    const field = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
    await field.fill('Written over plain http');
    await field.press('Enter');
    await expect(page.getByRole('article', { name: /Written over plain http/ })).toBeVisible();
  });
});
