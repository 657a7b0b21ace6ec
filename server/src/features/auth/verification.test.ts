import type { Verification } from '@wentwell/contract/accounts/auth';
import { limits } from '@wentwell/contract/limits';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { hashSecret } from '#server/platform/secrets';
import { buildTestApp, fileApp } from '#test/build-test-app';

import { api, authCalls, DAY, newAddress, password } from './auth-scene.suite.ts';
import { registrations, verifications } from './credentials.table.ts';

const app = await fileApp();

const { post, logIn, arrivedToken, register, registerVerified, validate, arrivedLink } =
  authCalls(app);

describe('verifying', () => {
  it('works once; afterwards the account is already verified', async () => {
    const { email, token } = await register();
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
    const answer = await post('/auth/verify', { token });
    expect(answer).toMatchObject({ status: 200, body: { email, is_verified: true } });
    expect((await logIn(email)).status).toBe(200);
    const again = await post('/auth/verify', { token });
    expect(again.status).toBe(400);
    expect(again.problem?.detail).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });

  it('verifies one of two simultaneous calls', async () => {
    const { token } = await register();
    const answers = await Promise.all([1, 2, 3].map(() => post('/auth/verify', { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('ends after 24 hours', async () => {
    const { token } = await register();
    const link = eq(verifications.tokenHash, hashSecret(token));
    const [row] = await app.db.select().from(verifications).where(link);
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(DAY);
    await app.db.update(verifications).set({ expiresAt: new Date() }).where(link);
    expect((await post('/auth/verify', { token })).problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
  });

  it('stores no token, and accepts none as a login token', async () => {
    const { token } = await register();
    const { rows } = await app.db.execute(
      sql`select * from verifications where token_hash = ${token}`,
    );
    expect(rows).toEqual([]);
    expect((await validate(token)).status).toBe(401);
  });

  it.each([
    ['unknown', 'A'.repeat(43), 400],
    ['empty', '', 422],
    ['of 10 KB', 'a'.repeat(10_000), 422],
    ['with a NUL', 'a\u0000b', 400],
    ['with a lone surrogate', 'a\ud800', 400],
    ['a number', 1, 422],
    ['a list', ['a'], 422],
    ["' OR 1=1", "' OR 1=1", 400],
  ])('refuses a token that is %s', async (_name, token, status) => {
    expect((await post('/auth/verify', { token })).status).toBe(status);
  });
});

describe('another verification link', () => {
  it('replaces the older one', async () => {
    const { email, token: first } = await register();
    const answer = await post('/auth/resend-verification', { email: email.toUpperCase() });
    expect(answer.status).toBe(202);
    const second = await arrivedToken(email);
    expect((await post('/auth/verify', { token: first })).problem?.code).toBe(
      'VERIFY_USER_BAD_TOKEN',
    );
    expect((await post('/auth/verify', { token: second })).status).toBe(200);
    expect((await post('/auth/verify', { token: first })).problem?.code).toBe(
      'VERIFY_USER_ALREADY_VERIFIED',
    );
  });

  it('reads the address from query, body, or both', async () => {
    const { email } = await register();
    const path = `/auth/resend-verification?email=${encodeURIComponent(email)}`;
    for (const body of [undefined, {}, { email }]) {
      expect((await post(path, body)).status).toBe(202);
      expect(await arrivedToken(email)).not.toBe('');
    }
    expect((await post('/auth/resend-verification')).problem?.errors?.[0]?.loc).toEqual([
      'body',
      'email',
    ]);
  });

  it('is answered alike for unknown and verified addresses, which get no mail', async () => {
    const { email } = await register();
    const others = [newAddress(), await registerVerified()];
    const path = '/auth/resend-verification';
    const known = await post(path, { email });
    for (const other of others) {
      const answer = await post(path, { email: other });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: known.status,
        body: known.body,
      });
      expect([...answer.headers.keys()]).toEqual([...known.headers.keys()]);
    }
    // A later email has arrived, so theirs were never sent.
    await register();
    const sent = app.mail.all.flatMap(({ recipients }) => recipients);
    expect(sent.filter((to) => to === others[0])).toHaveLength(0);
    expect(sent.filter((to) => to === others[1])).toHaveLength(1);
  });
});

const stranger = 'Strange1 password';

/** A stranger registers the address before its owner. Returns the token of the owner's email. */
async function registerTwice(): Promise<{ email: string; token: string }> {
  const email = newAddress();
  const theirs = { email, password: stranger, first_name: 'Mallory', last_name: 'Strange' };
  expect((await post('/auth/register', theirs)).status).toBe(201);
  await app.mail.next({ to: email });
  const own = { email: email.toUpperCase(), password, first_name: 'Olive', last_name: 'Owner' };
  expect(await post('/auth/register', own)).toMatchObject({
    status: 201,
    body: { email: email.toUpperCase(), first_name: 'Olive', is_verified: false },
  });
  return { email, token: await arrivedToken(email.toUpperCase()) };
}

async function countWaiting(email: string): Promise<number> {
  const rows = await app.db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .where(eq(sql`lower(${users.email})`, email));
  return rows.length;
}

const verify = (token: string, secret?: string) =>
  post('/auth/verify', { token, ...(secret !== undefined && { password: secret }) });
const describeLink = (token: string) => post('/auth/verification', { token });

describe('an unverified address that is registered again', () => {
  it('belongs to the reader of the mail: the stranger keeps neither password nor name', async () => {
    const { email, token } = await registerTwice();
    expect((await verify(token)).problem?.detail).toBe('VERIFY_PASSWORD_NEEDED');
    expect((await verify(token, 'Neither1 of them')).problem?.detail).toBe('VERIFY_BAD_PASSWORD');
    expect(await verify(token, password)).toMatchObject({
      status: 200,
      body: { email: email.toUpperCase(), full_name: 'Olive Owner', is_verified: true },
    });
    expect((await logIn(email, stranger)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    expect((await logIn(email)).status).toBe(200);
    expect(await countWaiting(email)).toBe(0);
    expect((await verify(token, password)).problem?.detail).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });

  it('answers every registered password as unverified, and no other', async () => {
    const { email } = await registerTwice();
    for (const secret of [password, stranger]) {
      expect((await logIn(email, secret)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
    }
    expect((await logIn(email, 'Neither1 of them')).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
  });

  it('keeps earlier links valid', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password });
    const first = await arrivedToken(email);
    await post('/auth/register', { email, password: stranger });
    const second = await arrivedToken(email);
    expect((await verify(second)).problem?.code).toBe('VERIFY_PASSWORD_NEEDED');
    expect((await verify(first, password)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  it('has each registration’s own redirect in its own link', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password: stranger, redirect: '/theirs' });
    expect((await arrivedLink(email)).searchParams.get('redirect')).toBe('/theirs');
    await post('/auth/register', { email, password, redirect: '/own' });
    expect((await arrivedLink(email)).searchParams.get('redirect')).toBe('/own');
  });

  it('is verified once by two simultaneous calls', async () => {
    const { email, token } = await registerTwice();
    const answers = await Promise.all([verify(token, password), verify(token, stranger)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const logins = await Promise.all([logIn(email, password), logIn(email, stranger)]);
    const won = (status: number) => (status === 200 ? 200 : 400);
    expect(logins.map(({ status }) => won(status))).toEqual(
      answers.map(({ status }) => won(status)),
    );
  });

  it('delays guesses of the password behind a link', async () => {
    const { token } = await registerTwice();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await verify(token, `Wrong${guess}password`)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await verify(token, password)).status).toBe(429);
  });

  it('keeps few registrations, and never lets the link alone decide between them', async () => {
    const { email } = await register();
    for (let more = 0; more < limits.registrationsWaiting + 2; more += 1) {
      const body = { email, password: `Flood${more} password` };
      expect((await post('/auth/register', body)).status).toBe(201);
    }
    expect(await countWaiting(email)).toBe(limits.registrationsWaiting);
    const mails = app.mail.all.filter(({ recipients }) => recipients.includes(email));
    expect(mails.length).toBeLessThanOrEqual(limits.verificationsPerHour);
  });

  it('keeps the owner’s registration when one address registers repeatedly', async () => {
    await using proxied = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
    const at = authCalls(proxied);
    const email = newAddress();
    const registerFrom = (address: string, secret: string) =>
      proxied.request('POST', `${api}/auth/register`, {
        body: { email, password: secret },
        headers: { 'x-forwarded-for': address },
      });
    const flood = async () => {
      for (let more = 0; more < limits.registrationsWaiting + 1; more += 1) {
        await registerFrom('192.0.2.1', `Flood${more} password`);
      }
    };
    await flood();
    await registerFrom('192.0.2.2', password);
    await flood();
    expect((await at.logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
    const token = await at.arrivedToken(email);
    expect((await at.post('/auth/verify', { token, password })).status).toBe(200);
  });

  it('passes from every registration to a reset link', async () => {
    const { email, token } = await registerTwice();
    await post('/auth/forgot-password', { email });
    const reset = await arrivedToken(email);
    const answer = await post('/auth/reset-password', { token: reset, password: 'Third3 horse' });
    expect(answer).toMatchObject({ status: 200, body: { full_name: '', is_verified: true } });
    for (const secret of [password, stranger]) {
      expect((await logIn(email, secret)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    }
    expect((await logIn(email, 'Third3 horse')).status).toBe(200);
    expect((await verify(token, stranger)).problem?.code).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });

  it('stays verified, even if a superuser has closed the account', async () => {
    const verified = await registerVerified();
    const { email: closed } = await register();
    await app.db.update(users).set({ isActive: false }).where(eq(users.email, closed));
    for (const email of [verified, closed]) {
      const answer = await post('/auth/register', { email, password });
      expect(answer.problem?.detail).toBe('REGISTER_USER_ALREADY_EXISTS');
    }
  });

  it('starts over after the unverified account was deleted', async () => {
    const { email, token } = await registerTwice();
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, email));
    expect((await verify(token, stranger)).problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
    const { token: fresh } = await register(email);
    expect((await verify(fresh)).status).toBe(200);
    expect((await logIn(email, stranger)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
  });
});

it('a single registration is verified by the link alone; a sent password must be right', async () => {
  const one = await register();
  expect((await verify(one.token)).status).toBe(200);
  const other = await register();
  expect((await verify(other.token, stranger)).problem?.code).toBe('VERIFY_BAD_PASSWORD');
  expect((await verify(other.token, password)).status).toBe(200);
});

describe('reading a verification link', () => {
  it('returns its address and whether it works, and does not use it', async () => {
    const { email, token } = await register();
    const open: Verification = { email, state: 'open', registered_more_than_once: false };
    expect((await describeLink(token)).body).toEqual(open);
    expect((await describeLink(token)).body).toEqual(open);
    await verify(token);
    expect((await describeLink(token)).body).toEqual({ ...open, state: 'verified' });
  });

  it('says that a password is needed', async () => {
    const { email, token } = await registerTwice();
    expect((await describeLink(token)).body).toEqual({
      email,
      state: 'open',
      registered_more_than_once: true,
    });
  });

  it('returns the address of an expired link for 30 days', async () => {
    const { email, token } = await register();
    const link = eq(verifications.tokenHash, hashSecret(token));
    await app.db.update(verifications).set({ expiresAt: new Date() }).where(link);
    expect((await describeLink(token)).body).toEqual({
      email,
      state: 'ended',
      registered_more_than_once: false,
    });
    const long = new Date(Date.now() - limits.verificationKnownFor);
    await app.db.update(verifications).set({ createdAt: long }).where(link);
    expect((await describeLink(token)).problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
  });

  it('reveals nothing about an unknown link, and is not a GET', async () => {
    const { token } = await register();
    expect((await describeLink('A'.repeat(43))).problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
    for (const path of ['/auth/verify', '/auth/verification']) {
      const answer = await app.request('GET', `${api}${path}?token=${token}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect((await describeLink(token)).body).toMatchObject({ state: 'open' });
  });
});

describe('the verification email', () => {
  it('says who registered and when, and what other readers should do', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password, first_name: 'Robin', last_name: "O'Field" });
    const mail = await app.mail.next({ to: email });
    expect(mail.text).toMatch(
      /Someone who gave the name “Robin O'Field” registered .* on \w{3}, \d\d \w{3} \d{4} .* GMT\./,
    );
    expect(mail.text).toContain('If it was not you, do not open the link');
  });

  it.each(['https://evil.example', 'evil.example now', 'Call +1 555 0100', 'a@evil.example'])(
    'leaves out %j, which is no name, where an earlier version stored it',
    async (firstName) => {
      const email = newAddress();
      await post('/auth/register', { email, password });
      await app.mail.next({ to: email });
      await app.db.update(users).set({ firstName }).where(eq(users.email, email));
      await post('/auth/resend-verification', { email });
      const mail = await app.mail.next({ to: email });
      expect(mail.text).toContain('Someone registered at Wentwell');
      expect(mail.text).not.toMatch(/evil|0100/);
      expect(mail.html).not.toMatch(/evil|0100/);
    },
  );

  it('says that several registered, and whose link it is', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password: stranger });
    await app.mail.next({ to: email });
    await post('/auth/register', { email, password });
    expect((await app.mail.next({ to: email })).text).toContain(
      'asks for the password of your own registration',
    );
  });
});
