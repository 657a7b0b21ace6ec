// Invitations from both sides: the public page in all states, the dashboard's card, the team's list.
import type { Locator, Page } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { judge, judgeState } from './judge.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { choosePassword } from './visit.ts';
import {
  answerWith,
  call,
  expect,
  expectDuration,
  expectNoSidewaysScroll,
  holdBack,
  inTeam,
  invite,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  ownAnswer,
  password,
  signedInAs,
  waitAhead,
} from './walk.ts';

/** The first button accepts, the second declines. */
const inOrder = [spec.invitation.accept, spec.invitation.decline];
const answers = (part: Page | Locator) => part.getByRole('button', { name: /^(Accept|Decline)$/ });

const byToken = '**/api/v1/teams/invitations/token/*';

atEachSize(test, (size) => {
  test('the invitation page for visitors: invalid, loading, failed, and the ways in', async ({
    page,
    product,
    rocket,
  }) => {
    const email = `guest-${size}@example.com`;
    const { path } = await invite(rocket.ada, rocket.teamId, email);
    await page.goto('/invitations/short');
    await expect(page.getByText(spec.invitationToasts.notFound)).toBeVisible();
    await page.goto(`/invitations/${'x'.repeat(43)}`);
    await expect(page.getByText(spec.invitationToasts.notFound)).toBeVisible();
    await expect(page).toHaveTitle('Invalid invitation link · Wentwell');
    await judge(page, 'invitation-invalid');

    const letGo = await holdBack(page, byToken);
    await page.goto(path);
    await expect(page.getByText('Loading invitation')).toBeAttached();
    await letGo();
    await expect(page.getByRole('heading', { name: spec.invitation.authentication })).toBeVisible();
    await judge(page, 'invitation-visitor');
    const back = `redirect=${encodeURIComponent(path)}`;
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: spec.invitation.logIn })).toHaveAttribute(
      'href',
      `/login?${back}`,
    );
    await page.unrouteAll();
    await page.clock.install();
    await answerWith(page, byToken, 502);
    await page.reload();
    await waitAhead(page, page.getByText(spec.generic[502]));
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.clock.resume();
    await page.getByRole('link', { name: spec.invitation.register }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).toHaveJSProperty('readOnly', true);
    await expect(page.getByText(spec.register.invited)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
    await expectNoSidewaysScroll(page);

    await test.step('whoever creates an account comes back to the invitation', async () => {
      await page.getByRole('link', { name: 'Back to the invitation' }).click();
      await page.getByRole('link', { name: spec.invitation.register }).click();
      await choosePassword(page, ['Password', 'Confirm Password'], [password, password]);
      await page.getByRole('button', { name: spec.invitation.register }).click();
      await expect(page).toHaveURL('/verification-pending');
      await judge(page, 'verification-pending');
      const { links } = await product.mail.next({ to: email });
      await page.goto(links.find((url) => url.includes('/verify?')) ?? '');
      await page.getByRole('link', { name: 'Continue to Login' }).click();
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
      await expect(page).toHaveURL(path);
      await page.getByRole('button', { name: spec.invitation.accept }).click();
      await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
    });
  });

  test('the invitation page for invited users: declining is local, accepting joins', async ({
    page,
    product,
    rocket,
  }) => {
    const guest = await newPerson(product, `invited-${size}@example.com`);
    const { path } = await invite(rocket.ada, rocket.teamId, guest.email);
    await openAs(page, guest, path);
    const invited = page.getByRole('heading', { name: 'Ada Byron invited you to Rocket' });
    await expect(invited).toBeVisible();
    await expect(answers(page)).toHaveText(inOrder);
    for (const fact of ['Pending', guest.email]) {
      await expect(page.getByText(fact, { exact: true })).toBeVisible();
    }
    await judgeState(page, 'invitation');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    await page.getByRole('button', { name: spec.invitation.decline }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(spec.invitationToasts.declined)).toBeVisible();
    expect(calls).toEqual([]);

    await page.goto(path);
    await page.getByPlaceholder('First name').fill('Gus');
    await page.getByRole('button', { name: spec.invitation.accept }).click();
    await expect(page.getByText('Last name is required')).toBeVisible();
    await page.getByPlaceholder('Last name').fill('Guest');
    await answerWith(page, `${byToken}/accept`, 500);
    await page.getByRole('button', { name: spec.invitation.accept }).click();
    await expect(page.getByText(spec.invitationToasts.linkAcceptFailed)).toBeVisible();
    await expect(page.getByText(spec.invitationToasts.linkAcceptFallback)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: spec.invitation.accept }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(spec.invitationToasts.accepted)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile menu, Gus Guest' })).toBeVisible();
    await page.goto(path);
    await expect(page.getByText('This invitation has already been accepted.')).toBeVisible();
    await expect(page.getByRole('button', { name: spec.invitation.accept })).toHaveCount(0);
  });
});

test('the mailed link leads a newcomer into the live meeting by name and password', async ({
  page,
  rocket,
}) => {
  const team = await newTeam(rocket.ada, 'Comet');
  const meeting = await newMeeting(rocket.ada, { ...team, name: 'Sprint 42' });
  const { path } = await invite(rocket.ada, team.id, 'newcomer@example.com');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Ada Byron invited you to Comet' })).toBeVisible();
  await expect(page.getByText('A retro is live now: Sprint 42')).toBeVisible();
  await expect(page.getByText('newcomer@example.com')).toBeVisible();
  const join = page.getByRole('button', { name: 'Join Comet' });
  await join.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Jonas Weber');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await join.click();
  await expect(page).toHaveURL(meeting.path);
  await expect(page.getByText(spec.invitationToasts.accepted)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Team: Comet' })).toBeVisible();
});

test('a mailed link that was used meanwhile says so and leads to the login', async ({
  page,
  product,
  rocket,
}) => {
  const { path } = await invite(rocket.ada, rocket.teamId, 'twice@example.com');
  await page.goto(path);
  await page.getByLabel('Name').fill('Jonas');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  const token = path.split('/').at(-1);
  const elsewhere = { token, password, first_name: 'Jonas' };
  await call({ product, token: null }, ['POST', '/api/v1/auth/register-invited'], elsewhere);
  await page.getByRole('button', { name: 'Join Rocket' }).click();
  await expect(page.getByText('This invitation has already been accepted.')).toBeVisible();
  const logIn = page.getByRole('main').getByRole('link', { name: spec.invitation.logIn });
  await expect(logIn).toBeVisible();
});

test('a copied link requires an account', async ({ page, rocket }) => {
  const body = { invited_user_email: 'copied@example.com' };
  const invitations = `/api/v1/teams/${rocket.teamId}/invitations`;
  const { link } = await call<{ link: string }>(rocket.ada, ['POST', invitations], body);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: spec.invitation.authentication })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveCount(0);
});

test('declined, canceled and expired invitations say so', async ({ page, product, rocket }) => {
  const guest = await newPerson(product, 'settled@example.com');
  const declined = await invite(rocket.ada, rocket.teamId, guest.email);
  await call(guest, ['POST', `/api/v1/me/team-invitations/${declined.id}/respond`], {
    status: 'rejected',
  });
  await openAs(page, guest, declined.path);
  await expect(page.getByText('This invitation has been declined.')).toBeVisible();
  const canceled = await invite(rocket.ada, rocket.teamId, guest.email);
  const list = `/api/v1/teams/${rocket.teamId}/invitations`;
  await call(rocket.ada, ['DELETE', `${list}/${canceled.id}`]);
  await page.goto(canceled.path);
  await expect(page.getByText('This invitation has been canceled.')).toBeVisible();
  // Expiry takes a week, so the answer's status is replaced.
  const pending = await invite(rocket.ada, rocket.teamId, guest.email);
  await page.route(byToken, async (route) => {
    const answer = await route.fetch();
    const invitation: object = await answer.json();
    await route.fulfill({ response: answer, json: { ...invitation, status: 'expired' } });
  });
  await page.goto(pending.path);
  await expect(page.getByText('This invitation has expired.')).toBeVisible();
});

test('the dashboard’s card: accepting, declining, and restoring after a failure', async ({
  page,
  product,
  rocket,
}) => {
  const guest = await newPerson(product, 'card@example.com');
  const other = await newTeam(rocket.ada, 'Comet');
  const card = page.getByRole('list', { name: spec.memberDialogs.pending });
  await signedInAs(page, guest.token);
  await page.clock.install();
  await answerWith(page, '**/api/v1/me/team-invitations', 503);
  await page.goto('/dashboard');
  await waitAhead(page, page.getByText(spec.dashboard.invitationsError));
  await expect(page.getByText(spec.dashboard.invitationsErrorText)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(spec.dashboard.noInvitations)).toBeVisible();
  await page.clock.resume();

  await invite(rocket.ada, rocket.teamId, guest.email);
  await invite(rocket.ada, other.id, guest.email);
  await page.reload();
  const row = (team: string) => card.getByRole('listitem', { name: team });
  await expect(answers(row('Comet'))).toHaveText(inOrder);
  await judgeState(page, 'dashboard-invited');
  await answerWith(page, '**/me/team-invitations/*/respond', { status: 409, detail: 'Too late.' });
  await row('Comet').getByRole('button', { name: spec.invitation.decline }).click();
  await expect(page.getByText(spec.invitationToasts.declineFailed)).toBeVisible();
  await row('Comet').getByRole('button', { name: spec.invitation.accept }).click();
  await expect(page.getByText(spec.invitationToasts.acceptFailed)).toBeVisible();
  await expect(page.getByText('Too late.').first()).toBeVisible();
  await page.unrouteAll();
  await row('Comet').getByRole('button', { name: spec.invitation.decline }).click();
  await expect(page.getByText(spec.invitationToasts.declined)).toBeVisible();
  await row('Rocket').getByRole('button', { name: spec.invitation.accept }).click();
  await expect(page.getByRole('button', { name: 'Team: Rocket' })).toBeVisible();
  await expect(page.getByText(spec.dashboard.noInvitations)).toBeVisible();
});

test('inviting: validation, failure, success, and their durations', async ({ page, rocket }) => {
  await signedInAs(page, rocket.ada.token);
  await page.clock.install();
  await page.goto('/team-members');
  await page.getByRole('button', { name: spec.members.invite }).click();
  const dialog = page.getByRole('dialog', { name: spec.memberDialogs.invite });
  const field = dialog.getByPlaceholder(spec.memberDialogs.placeholder);
  const send = dialog.getByRole('button', { name: spec.memberDialogs.send });
  await field.fill('   ');
  await send.click();
  await expect(page.getByText(spec.inviteRules.text)).toBeVisible();
  await expect(field).toBeFocused();
  await expectDuration(page, spec.inviteRules.title, 3000);
  await answerWith(page, '**/api/v1/teams/*/invitations', {
    status: 409,
    detail: 'There is one already.',
    method: 'POST',
  });
  await field.fill('new@example.com');
  await send.click();
  await expect(page.getByText('There is one already.')).toBeVisible();
  await expectDuration(page, spec.invitationToasts.sendFailed, 7000);
  await expect(field).toHaveValue('new@example.com');
  await page.unrouteAll();
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(spec.invitationToasts.sentText('new@example.com'))).toBeVisible();
  await expectDuration(page, spec.invitationToasts.sent, 5000);
  await page.getByRole('button', { name: spec.members.invite }).click();
  await expect(field).toHaveValue('');
  // A mail program's list, pasted with line breaks. Unreadable parts stay.
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text',
      'Kim\nCyd B. <cyd@example.com>;\ndee@bücher.example\neve@nowhere',
    );
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await send.click();
  await expect(dialog.getByText('Not an email address: Kim, eve@nowhere')).toBeVisible();
  await expect(field).toHaveValue('Kim,eve@nowhere');
  await expect(page.getByText('2 invitations have been sent to cyd@example.com,')).toBeVisible();
  await dialog.getByRole('button', { name: spec.memberDialogs.cancel }).click();
  await expect(dialog).toHaveCount(0);
});

test('canceling is optimistic and reverted on a refusal', async ({ page, rocket }) => {
  const team = await newTeam(rocket.ada, 'Meteor');
  await invite(rocket.ada, team.id, 'one@example.com');
  await invite(rocket.ada, team.id, 'two@example.com');
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, team.id);
  await page.clock.install();
  await page.goto('/team-members');
  await page.getByRole('button', { name: `${spec.members.viewInvitations} 2` }).click();
  const dialog = page.getByRole('dialog', { name: spec.memberDialogs.invitations });
  const rows = dialog.getByRole('listitem');
  await expect(dialog.getByText(spec.memberDialogs.pending)).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  const one = rows.filter({ hasText: 'one@example.com' });
  let refuse = () => {};
  await page.route('**/invitations/*', async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await route.fulfill(ownAnswer({ detail: 'It was answered.' }, 409));
  });
  await one.getByRole('button', { name: spec.memberDialogs.cancel }).click();
  await expect(one).toHaveCount(0);
  refuse();
  await expect(one).toBeVisible();
  await expect(page.getByText('It was answered.')).toBeVisible();
  await expectDuration(page, spec.invitationToasts.cancelFailed, 5000);
  await page.unrouteAll();
  await one.getByRole('button', { name: spec.memberDialogs.cancel }).click();
  await expectDuration(page, spec.invitationToasts.cancelled, 3000);
  await rows.getByRole('button', { name: spec.memberDialogs.cancel }).click();
  await expect(dialog.getByText(spec.memberDialogs.none)).toBeVisible();
  await expect(dialog.getByText(spec.memberDialogs.noneText)).toBeVisible();
  await dialog.getByRole('button', { name: spec.memberDialogs.close }).last().click();
  await expect(dialog).toHaveCount(0);
});
