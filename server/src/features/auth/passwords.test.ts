import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { LiveTicket } from '@wentwell/contract/live/live';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { ageDatabase } from '#test/age-database';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';
import { openLiveClient } from '#test/live-client';

import { api, authCalls, password } from './auth-scene.suite.ts';

const app = await fileApp();

const {
  post,
  logIn,
  arrivedLink,
  arrivedToken,
  register,
  addPerson,
  signIn,
  validate,
  openSession,
} = authCalls(app);
const HOUR = 3_600_000;
const next = 'Another2 horse';

async function forgot(email: string): Promise<string> {
  expect((await post('/auth/forgot-password', { email })).status).toBe(202);
  return arrivedToken(email);
}

function reset(token: string, secret = next) {
  return post('/auth/reset-password', { token, password: secret });
}

describe('a forgotten password', () => {
  it('is answered by an email with a link to the site, whatever Host the request names', async () => {
    const email = await addPerson();
    const answer = await app.request('POST', `${api}/auth/forgot-password`, {
      body: { email: `  ${email.toUpperCase()} ` },
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    });
    expect(answer.status).toBe(202);
    const link = await arrivedLink(email);
    expect([link.hostname, link.pathname]).toEqual(['localhost', '/reset-password']);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  it('is replaced once; every session ends with its sockets, and none is opened', async () => {
    const user = await signIn();
    const meeting = await buildMeeting(app, { owner: user });
    await using live = await app.live(user, meeting.id);
    const token = await forgot(user.email);

    const answer = await reset(token);
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, email: user.email } });
    expect(JSON.stringify(answer.body)).not.toMatch(/token|hash|password/i);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(await live.closed).toBe(4401);
    expect((await validate(user.token)).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(400);
    expect((await logIn(user.email, next)).status).toBe(200);

    const again = await reset(token, 'Third3 horse');
    expect(again.status).toBe(400);
    expect(again.problem?.detail).toBe('RESET_PASSWORD_BAD_TOKEN');
  });

  it('its replacement is mailed to the account', async () => {
    const email = await addPerson();
    await reset(await forgot(email));
    const notice = await app.mail.next({ to: email });
    expect(notice.subject).toBe('Your Wentwell password was changed');
    expect(notice.text).toContain('all sessions were ended');
  });

  it('is replaced by one of several simultaneous calls', async () => {
    const token = await forgot(await addPerson());
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `Horse number ${n}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('ends the delay of an account with guessed passwords', async () => {
    const email = await addPerson();
    for (let guess = 0; guess < 6; guess += 1) await logIn(email, 'Wrong1password');
    expect((await logIn(email)).status).toBe(429);
    await reset(await forgot(email));
    expect((await logIn(email, next)).status).toBe(200);
  });

  it('verifies an account that awaits verification', async () => {
    const { email, token } = await register();
    expect((await reset(await forgot(email))).body).toMatchObject({ is_verified: true });
    expect((await logIn(email, next)).status).toBe(200);
    const late = await post('/auth/verify', { token });
    expect(late.problem?.detail).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });
});

describe('a reset link', () => {
  it('expires after an hour', async () => {
    const token = await forgot(await addPerson());
    await ageDatabase(app, HOUR);
    expect((await reset(token)).problem?.detail).toBe('RESET_PASSWORD_BAD_TOKEN');
  });

  it('is replaced by a newer request', async () => {
    const email = await addPerson();
    const [first, second] = [await forgot(email), await forgot(email)];
    expect((await reset(first)).problem?.detail).toBe('RESET_PASSWORD_BAD_TOKEN');
    expect((await reset(second)).status).toBe(200);
  });

  it.each([
    ['deleted', { deletedAt: new Date() }],
    ['inactive', { isActive: false }],
  ])('does nothing once its account is %s', async (_name, gone) => {
    const email = await addPerson();
    const token = await forgot(email);
    await app.db.update(users).set(gone).where(eq(users.email, email));
    expect((await reset(token)).problem?.detail).toBe('RESET_PASSWORD_BAD_TOKEN');
  });

  it('survives a password that violates the rules', async () => {
    const token = await forgot(await addPerson());
    for (const weak of ['', 'Short1x', 'another2 horse', 'Password123', `Aa1${'x'.repeat(126)}`]) {
      expect((await reset(token, weak)).status, weak).toBe(422);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('is stored as a hash, and is no login token', async () => {
    const token = await forgot(await addPerson());
    const { rows } = await app.db.execute(sql`select * from password_resets`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await validate(token)).status).toBe(401);
  });

  it('is sent five times an hour; the answer stays the same, and the last link works', async () => {
    await using limited = await buildTestApp({ RATE_LIMITS: 'on' });
    const calls = authCalls(limited);
    const ask = async (email: string) =>
      expect((await calls.post('/auth/forgot-password', { email })).status).toBe(202);
    const known = await calls.addPerson();
    const tokens: string[] = [];
    while (tokens.length < 5) {
      await ask(known);
      tokens.push(await calls.arrivedToken(known));
    }
    for (let more = 0; more < 3; more += 1) await ask(known);
    for (let unknown = 0; unknown < 8; unknown += 1) await ask('nobody@example.com');
    // A later email has arrived, so a sixth was never sent.
    await calls.register();
    const reached = limited.mail.all.filter(({ recipients }) => recipients.includes(known));
    expect(reached).toHaveLength(5);
    const body = { token: tokens[4], password: next };
    expect((await calls.post('/auth/reset-password', body)).status).toBe(200);
  });
});

it('the old password stays valid until the link is used', async () => {
  const email = await addPerson();
  await forgot(email);
  expect((await logIn(email, password)).status).toBe(200);
});

function change(token: string, fields: object = {}) {
  const body = { current_password: password, new_password: next, ...fields };
  return post('/auth/change-password', body, token);
}

describe('changing the password', () => {
  it('accepts the new one and no longer the old one', async () => {
    const { email, token } = await signIn();
    expect(await change(token)).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    expect((await logIn(email, next)).status).toBe(200);
  });

  it('ends every session, including the caller’s, and returns a new token', async () => {
    const user = await signIn();
    const other = await openSession(user.email);
    const { access_token } = SessionToken.parse((await change(user.token)).body);
    for (const ended of [user.token, other]) expect((await validate(ended)).status).toBe(401);
    expect((await validate(access_token)).status).toBe(200);
    const list = await app.request('GET', `${api}/me/sessions`, { token: access_token });
    expect(list.body).toMatchObject([{ current: true }]);
  });

  it('closes other sessions’ sockets; the caller’s reconnect with the new token', async () => {
    const user = await signIn();
    const other = await openSession(user.email);
    const meeting = await buildMeeting(app, { owner: user });
    await using own = await app.live(user, meeting.id);
    await using theirs = await app.live({ ...user, token: other }, meeting.id);
    const { access_token } = SessionToken.parse((await change(user.token)).body);
    expect(await theirs.closed).toBe(4401);
    // A thief may have opened a socket with the old token, so own sockets must reconnect with the new one too.
    expect(await own.closed).toBe(1001);
    await using back = await app.live({ ...user, token: access_token }, meeting.id);
    await back.roundTrip();
  });

  it('leaves a thief no token, refresh or ticket of the stolen session', async () => {
    const user = await signIn();
    const meeting = await buildMeeting(app, { owner: user });
    const path = `/meetings/${meeting.id}/live-ticket`;
    const { ticket } = LiveTicket.parse((await post(path, undefined, user.token)).body);
    const refreshed = SessionToken.parse((await post('/auth/refresh', {}, user.token)).body);
    expect((await change(user.token)).status).toBe(200);
    for (const stolen of [user.token, refreshed.access_token]) {
      expect((await validate(stolen)).status).toBe(401);
      expect((await post('/auth/refresh', {}, stolen)).status).toBe(401);
    }
    await using socket = await openLiveClient(app.liveAddress(meeting.id, ticket));
    expect(await socket.closed).toBe(4403);
  });

  it('ends all reset links, and mails a notice without a link', async () => {
    const { email, token } = await signIn();
    await post('/auth/forgot-password', { email });
    const link = await arrivedToken(email);
    await change(token);
    const notice = await app.mail.next({ to: email });
    expect(notice.subject).toBe('Your Wentwell password was changed');
    expect(notice.text).toContain('all other sessions were ended');
    expect(notice.text).not.toMatch(/token=/);
    const spent = await post('/auth/reset-password', { token: link, password: 'Third3 horse' });
    expect(spent.problem?.detail).toBe('RESET_PASSWORD_BAD_TOKEN');
  });

  it('requires the current password, and changes nothing without it', async () => {
    const { email, token } = await signIn();
    const other = await openSession(email);
    const answer = await change(token, { current_password: 'Wrong1password' });
    expect(answer.status).toBe(400);
    expect(answer.problem?.detail).toBe('CHANGE_PASSWORD_BAD_CURRENT');
    expect((await validate(other)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  it('delays guesses by holders of the session; logins count separately', async () => {
    const { email, token } = await signIn();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await change(token, { current_password: `Wrong${guess}password` });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(token)).headers.get('retry-after')).toBe('30');
    expect((await logIn(email)).status).toBe(200);
    await ageDatabase(app, 30_000);
    expect((await change(token)).status).toBe(200);
  });

  it('happens once for two simultaneous calls', async () => {
    const { email, token } = await signIn();
    const answers = await Promise.all([
      change(token, { new_password: 'First1 horse' }),
      change(token, { new_password: 'Second2 horse' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const logins = [await logIn(email, 'First1 horse'), await logIn(email, 'Second2 horse')];
    expect(logins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it.each([
    ['no new one', { new_password: '' }, 'New password is required'],
    ['a short one', { new_password: 'Short1x' }, 'Password must be at least 8 characters long'],
    [
      'one without a capital',
      { new_password: 'another2 horse' },
      'Password must contain at least one uppercase letter.',
    ],
    [
      'one without a number',
      { new_password: 'Another horse' },
      'Password must contain at least one number.',
    ],
    ['one that everybody tries', { new_password: 'Password123' }, /too easy to guess/],
    ['a NUL', { new_password: 'Another2\u0000horse' }, 'Contains characters that are not text.'],
    ['a list', { new_password: [next] }, 'new_password must be text.'],
    ['no current one', { current_password: '' }, 'Current password is required'],
  ])('refuses %s', async (_name, fields, detail) => {
    const { email, token } = await signIn();
    const answer = await change(token, fields);
    expect(answer.status).toBe(422);
    expect(answer.problem?.detail).toMatch(detail);
    expect((await logIn(email)).status).toBe(200);
  });
});
