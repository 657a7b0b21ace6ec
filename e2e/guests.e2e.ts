// Guests (docs/retro.md ): a person without an account joins by a link, takes part, and is removed.
import type { Page } from '@playwright/test';
import { assignColors, ownColor } from '@wentwell/contract/accounts/person-colors';

import { testedSizes } from './each-size.ts';
import { judge, judgeDialog, judgeState, takePicture } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import {
  arrive,
  call,
  expect,
  guestPath,
  join,
  newMeeting,
  newPerson,
  password,
  pastePicture,
  signedInAs,
  sizes,
  type Somebody,
} from './walk.ts';

test('a guest asks for admission, takes part in one retro, is muted and removed', async ({
  page,
  context,
  browser,
  product,
  rocket: { ada, teamId },
}) => {
  const team = { id: teamId, name: 'With guests' };
  const meeting = await newMeeting(ada, team, { phase: 'joining' });
  await signedInAs(context, ada.token);
  await page.setViewportSize(sizes.desk);
  await page.goto(product.url + meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  const openMenu = () => page.getByRole('button', { name: 'Meeting menu' }).click();

  await openMenu();
  await expect(page.getByRole('menuitem', { name: 'Guest link…' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Board settings' }).click();
  await page.getByRole('checkbox', { name: 'Guests' }).check();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the guest link' })).toBeVisible();
  await judgeDialog(page, 'guest-setting');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Guest link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guest link' });
  await expect(dialog.getByRole('img', { name: 'QR code of the guest link' })).toBeVisible();
  await judgeDialog(page, 'guest-link');
  const address = (await dialog.getByText('/guest#').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await meeting.moveTo('writing');

  const visit = await browser.newContext({ viewport: sizes.desk });
  const guest = await visit.newPage();
  const sent: string[] = [];
  guest.on('request', (request) => sent.push(request.url() + JSON.stringify(request.headers())));

  await test.step('gives a name and waits until the owner lets them in', async () => {
    await guest.goto(address);
    const heading = guest.getByRole('heading', { name: 'Ada Byron invites you to With guests' });
    await expect(heading).toBeVisible();
    await judge(guest, 'guest');
    await guest.getByLabel('Your name').fill('Sven');
    await guest.getByRole('button', { name: 'Ask to come in' }).click();
    await expect(guest.getByRole('heading', { name: 'Ada Byron will let you in' })).toBeVisible();
    await judgeState(guest, 'guest-waiting');
    await guest.getByRole('button', { name: 'Change name' }).click();
    await guest.getByLabel('Your name').fill('Sven Lund');
    await guest.getByRole('button', { name: 'Change name' }).click();
    await expect(page.getByText('Sven Lund asks to come in as a guest')).toBeVisible();
    await page.setViewportSize(sizes.phone);
    await pastePicture(page.getByRole('textbox', { name: /Went Well/ }));
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices.getByText('You can only paste text here')).toBeVisible();
    const notice = await notices.boundingBox();
    const question = await page.locator('.status-line > div:first-child').boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0), 'above the question').toBeLessThanOrEqual(
      question?.y ?? 0,
    );
    await notices.getByRole('button', { name: 'Dismiss' }).click();
    await page.setViewportSize(sizes.desk);
    await judgeState(page, 'guest-asks');
    await judgeRoom(page, 'guest-asks', looks);
    await page.getByRole('button', { name: 'Let in' }).click();
    await expect(guest.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    await expect(page.getByText('asks to come in')).toHaveCount(0);
    // Its fragment replaces the secret's.
    await guest.getByRole('link', { name: 'Skip to board' }).press('Enter');
    await expect(guest.getByRole('main')).toBeFocused();
    expect(guest.url()).toBe(address);
    await expect(guest.getByRole('region', { name: 'Went Well' })).toBeVisible();
  });

  await test.step('writes, and votes, and sees nothing of the team; a reload comes back', async () => {
    const composer = guest.getByRole('textbox', { name: /Went Well/ });
    await pastePicture(composer);
    await expect(guest.getByText('You can only paste text here, not pictures.')).toBeVisible();
    await composer.fill('Seen from outside');
    await guest.keyboard.press('Enter');
    await expect(page.getByText('face down').first()).toBeVisible();
    await guest.reload();
    await expect(guest.getByText('Seen from outside')).toBeVisible();
    await guest.getByRole('main').press('?');
    const keys = guest.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toContainText('Write a note');
    await expect(keys).not.toContainText('command palette');
    await guest.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(guest.getByRole('button', { name: 'Back to meetings' })).toHaveCount(0);
    await judge(guest, 'guest-board');
    await page.getByRole('button', { name: spec.meeting.jump }).click();
    await page.getByRole('menuitem', { name: spec.phases.voting, exact: true }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Sven Lund (guest)' })).toBeVisible();
    await guest.getByRole('button', { name: 'Vote: Seen from outside' }).click();
    await expect(guest.getByRole('group', { name: /^Your votes: 1/ })).toBeVisible();
  });

  await test.step('sees a late member in the same colour as the team does', async () => {
    const { late, color } = await memberOfAnothersColor(ada, teamId);
    await using _present = await arrive(late, meeting.id);
    const colorFor = (seen: Page) =>
      seen
        .getByRole('complementary', { name: 'Meeting' })
        .getByRole('listitem')
        .filter({ hasText: 'Late' })
        .locator('[style*="--person"]')
        .getAttribute('style');
    for (const seen of [page, guest]) {
      await expect.poll(() => colorFor(seen)).toContain(`var(--person-${color})`);
    }
  });

  const panel = page.getByRole('complementary', { name: 'Meeting' });
  const row = panel.getByRole('button', { name: /Guest/ });
  await test.step('is muted: reads along, is told so in one line, and nobody waits for them', async () => {
    const count = page.getByText(/ have finished voting$/);
    await expect(count).toHaveText('0 of 1 have finished voting');
    await row.click();
    await takePicture(page, 'guest-menu');
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    // The guest reconnects with other rights, which re-renders their row.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await row.click();
      const timeout = 2000;
      await expect(page.getByRole('menuitem', { name: 'Unmute' })).toBeVisible({
        timeout,
      });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(guest.getByText('You are muted.')).toBeVisible();
    await expect(guest.getByRole('button', { name: /^I'm done|^Vote:/ })).toHaveCount(0);
    await expect(count).toHaveCount(0);
    await expect(row).toContainText('muted');
    await judgeState(guest, 'guest-muted');
    await page.getByRole('button', { name: spec.meeting.jump }).click();
    await page.getByRole('menuitem', { name: spec.phases.writing, exact: true }).click();
    await expect(guest.locator('[aria-current=step]')).toContainText(spec.phases.writing);
    await expect(guest.getByText('You are muted.')).toBeVisible();
    await expect(guest.getByRole('textbox')).toHaveCount(0);
  });

  await test.step('is renamed and removed, and is out at once', async () => {
    await row.click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Sven of Acme');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    const renamed = panel.getByRole('button', { name: /^Sven of Acme ?Guest · muted/ });
    await expect(renamed).toBeVisible();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Guest link…' }).click();
    const guests = dialog.getByRole('list', { name: 'Guests' });
    await expect(guests.getByRole('listitem')).toContainText('Sven of Acme · muted');
    await takePicture(page, 'guest-list');
    await guests.getByRole('button', { name: 'Remove Sven of Acme' }).click();
    await expect(guests).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(guest.getByText('are no longer in this retro')).toBeVisible();
    await expect(guest.getByText('Seen from outside')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /Guest/ })).toHaveCount(0);
  });
  const secret = address.split('#')[1] ?? '';
  expect(secret).toHaveLength(43);
  expect(sent.join()).not.toContain(secret);
  await visit.close();
});

/** A new member of the team whose own colour an earlier member has. */
async function memberOfAnothersColor(
  admin: Somebody,
  teamId: string,
): Promise<{ late: Somebody; color: number }> {
  const path = `/api/v1/teams/${teamId}/members`;
  for (let at = 1; at < 12; at += 1) {
    const email = `late-${at}-guests@example.com`;
    const late = await newPerson(admin.product, email, ['Late', `Number ${at}`]);
    await join(admin, teamId, late);
    const members = await call<Joined[]>(admin, ['GET', path]);
    const order = ({ joined_at, user }: Joined) => `${joined_at} ${user.id}`;
    const inOrder = members.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    const color = assignColors(inOrder.map(({ user }) => user.id)).get(late.id);
    if (color !== undefined && color !== ownColor(late.id)) return { late, color };
  }
  throw new Error('twelve people have all twelve colours');
}

interface Joined {
  joined_at: string;
  user: { id: string };
}

test('a guest leaves, returns, and sees the end', async ({
  browser,
  product,
  rocket: { ada, teamId },
}) => {
  const meeting = await newMeeting(ada, { id: teamId, name: 'Sprint 9' }, { phase: 'grouping' });
  const address = product.url + (await guestPath(ada, meeting.id, false));
  const visit = await browser.newContext({ viewport: sizes.desk, reducedMotion: 'reduce' });
  const guest = await visit.newPage();
  await guest.goto(address);
  const comeIn = async (): Promise<void> => {
    await guest.getByLabel('Your name').fill('Sven');
    await guest.getByRole('button', { name: 'Come in' }).click();
    await expect(guest.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  };
  await comeIn();
  await guest.getByRole('button', { name: 'Meeting menu' }).click();
  await guest.getByRole('menuitem', { name: 'Leave' }).click();
  await expect(guest.getByText('You have left.')).toBeVisible();
  await guest.reload();
  await comeIn();

  await meeting.moveTo('closing_ready');
  const agreed = guest.getByRole('region', { name: 'What we agreed on' });
  await expect(agreed.getByText('No actions yet.', { exact: true })).toBeVisible();
  await expect(guest.getByRole('region', { name: 'How it was' })).toHaveCount(0);
  await call(ada, ['PUT', `/api/v1/meetings/${meeting.id}`], { status: 'closed' });
  const end = guest.getByRole('dialog', { name: 'Done.' });
  await expect(end.getByRole('img', { name: 'Sven (guest)' })).toBeVisible();
  await judgeDialog(guest, 'guest-moment');
  await end.getByRole('button', { name: 'Continue' }).click();
  await expect(guest.getByRole('heading', { name: 'Thanks for coming, Sven.' })).toBeVisible();
  await judge(guest, 'guest-end');
  await guest.setViewportSize(sizes.phone);
  expect(await sheetsBehindText(guest)).toBe(0);
  await judgeRoom(guest, 'the last page of a guest', looks);
  // It stays when the page becomes visible again.
  await guest.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(guest.getByRole('link', { name: 'Start a retro of your own' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('This guest link no longer works')).toBeVisible();
  await visit.close();
});

/** The number of sheets behind a text of the last page. */
function sheetsBehindText(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect());
    const texts = boxes('.end-thanks :is(h2, p, a, button)');
    const isBehind = (sheet: DOMRect) =>
      texts.some(
        ({ left, right, top, bottom }) =>
          sheet.right > left && sheet.left < right && sheet.bottom > top && sheet.top < bottom,
      );
    const sheets = boxes('.end-sheet');
    if (texts.length === 0 || sheets.length === 0) throw new Error('nothing to compare');
    return sheets.filter(isBehind).length;
  });
}

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`R-326: a guest keeps their work with an account created later: ${size}`, async ({
    browser,
    context,
    page,
    product,
    rocket: { ada, teamId },
  }) => {
    const name = `Kept on a ${size}`;
    const meeting = await newMeeting(ada, { id: teamId, name }, { phase: 'writing' });
    const address = product.url + (await guestPath(ada, meeting.id, false));
    const visit = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const guest = await visit.newPage();
    const asked: string[] = [];
    guest.on('request', (request) => asked.push(request.url()));
    await guest.goto(address);
    await guest.getByLabel('Your name').fill('Sven Lund');
    await guest.getByRole('button', { name: 'Come in' }).click();
    await guest.getByRole('textbox', { name: /Went Well/ }).fill('Seen from outside');
    // The note shows before the server has it, and an ended meeting takes none.
    const saved = guest.waitForResponse((answer) => answer.request().method() === 'POST');
    await guest.keyboard.press('Enter');
    expect((await saved).status()).toBe(201);
    await expect(guest.getByRole('article').filter({ hasText: 'Seen from outside' })).toBeVisible();
    await call(ada, ['PUT', `/api/v1/meetings/${meeting.id}`], { status: 'closed' });
    await guest.getByRole('dialog', { name: 'Done.' }).getByRole('button').click();
    // Not a link: opened by a middle click it would keep nothing.
    const keep = guest.getByRole('button', { name: 'Keep your work with an account' });
    await expect(keep).toBeVisible();
    // Until the guest asks for it, nothing outlives the tab.
    const drafts = () =>
      guest.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('guestDraft')));
    expect(await drafts()).toEqual([]);
    await takePicture(guest, `guest-end-${size}`);
    await historySettles(guest);
    await guest.reload();
    await expect(keep).toBeVisible();
    expect(await drafts()).toEqual([]);
    await keep.click();

    await expect(guest.getByRole('link', { name: 'Sign up' })).toBeVisible();
    const kept = await guest.evaluate(
      (key) => localStorage.getItem(key),
      `guestDraft:${meeting.id}`,
    );
    expect(kept).toHaveLength(43);
    const email = `sven-${size}@example.com`;
    await guest.getByRole('link', { name: 'Sign up' }).click();
    await expect(guest.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await guest.getByLabel('Email').fill(email);
    await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await guest.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
    await guest.getByRole('button', { name: 'Create Account' }).click();
    await expect(guest.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    const { links } = await product.mail.next({ to: email });
    await guest.goto(links.find((url) => url.includes('/verify?')) ?? '');
    await guest.getByRole('link', { name: 'Continue to Login' }).click();
    await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await guest.getByRole('button', { name: spec.login.submit, exact: true }).click();

    await expect(guest.getByText(`What you did as a guest moves to ${email}.`)).toBeVisible();
    await takePicture(guest, `guest-keep-${size}`);
    await guest.getByRole('button', { name: 'Keep my work' }).click();
    await expect(
      guest.getByRole('heading', { name: 'Your work is in your account' }),
    ).toBeVisible();
    const token = await guest.evaluate(() => localStorage.getItem('authToken'));
    const data = await call<{ account: object; notes: object[] }>({ product, token }, [
      'GET',
      '/api/v1/me/export',
    ]);
    expect(data.account).toMatchObject({ first_name: 'Sven Lund' });
    expect(data.notes).toMatchObject([{ text: 'Seen from outside' }]);
    await guest.goto(product.url + meeting.path);
    await expect(guest.getByText('Meeting not found!')).toBeVisible();
    expect(asked.join()).not.toContain(kept);

    await signedInAs(context, ada.token);
    await page.goto(product.url + meeting.path);
    await expect(page.getByText('Sven Lund (guest)', { exact: true }).first()).toBeVisible();
    await visit.close();
  });
}
