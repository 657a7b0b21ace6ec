import { SessionToken } from '@wentwell/contract/auth';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { hashSecret } from '#server/platform/secrets';
import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';

import { sessions } from './sessions.table.ts';
import { verifications } from './verifications.table.ts';

const api = '/api/v1';
const password = 'Correct1 horse';
const DAY = 24 * 3600 * 1000;

let app: TestApp;
let counter = 0;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

function newAddress(): string {
  counter += 1;
  return `somebody-${counter}@example.com`;
}

function post(path: string, body?: unknown, token?: string): Promise<Answer> {
  return app.request('POST', api + path, { body, ...(token && { token }) });
}

function logIn(username: string, secret = password): Promise<Answer> {
  return app.request('POST', `${api}/auth/login`, { form: { username, password: secret } });
}

async function arrivedLink(to: string): Promise<URL> {
  const mail = await app.mail.next({ to });
  return new URL(mail.links[0] ?? 'about:blank');
}

async function arrivedToken(to: string): Promise<string> {
  return (await arrivedLink(to)).searchParams.get('token') ?? '';
}

async function register(email = newAddress()): Promise<{ email: string; token: string }> {
  const answer = await post('/auth/register', { email, password });
  expect(answer.status).toBe(201);
  return { email, token: await arrivedToken(email) };
}

async function registerVerified(): Promise<string> {
  const { email, token } = await register();
  expect((await post('/auth/verify', { token })).status).toBe(200);
  return email;
}

async function openSession(email: string): Promise<string> {
  return SessionToken.parse((await logIn(email)).body).access_token;
}

function validate(token: string): Promise<Answer> {
  return app.request('GET', `${api}/auth/validate`, { token });
}

describe('registering', () => {
  it('answers 201 with an unverified user, and mails a link into the site', async () => {
    const email = newAddress();
    const redirect = '/invitations/abc?x=1&y=2';
    const body = { email: `  ${email} `, password, first_name: 'Robin', redirect };
    const answer = await post('/auth/register', body);

    expect(answer).toMatchObject({
      status: 201,
      body: { email, first_name: 'Robin', last_name: '', is_verified: false, is_active: true },
    });
    const link = await arrivedLink(email);
    expect(link.pathname).toBe('/verify');
    expect(link.searchParams.get('redirect')).toBe(redirect);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  it('refuses an address that has an account, however it is spelled', async () => {
    const { email } = await register();
    const answer = await post('/auth/register', { email: email.toUpperCase(), password });
    expect(answer.status).toBe(400);
    expect(answer.problem?.detail).toBe('REGISTER_USER_ALREADY_EXISTS');
  });

  it('makes one account when the same address comes twice at once', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((each) =>
        post('/auth/register', { email: each, password }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  });

  it('lets the address of a deleted account register anew', async () => {
    const email = await registerVerified();
    const old = await openSession(email);
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, email));
    await register(email);
    expect((await validate(old)).status).toBe(401);
  });

  it('ignores fields that are not its own', async () => {
    const email = newAddress();
    const more = {
      is_superuser: true,
      is_verified: true,
      is_active: false,
      id: 'x',
      role: 'admin',
    };
    const answer = await post('/auth/register', { email, password, ...more });
    expect(answer.body).toMatchObject({ is_superuser: false, is_verified: false, is_active: true });
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ isSuperuser: false, verifiedAt: null });
  });

  it('drops a redirect that leads off the site', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password, redirect: '//evil.test/x' });
    expect((await arrivedLink(email)).searchParams.has('redirect')).toBe(false);
  });

  it('takes links from PUBLIC_URL, whatever Host the request names', async () => {
    const email = newAddress();
    await app.request('POST', `${api}/auth/register`, {
      body: { email, password },
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    });
    expect((await arrivedLink(email)).hostname).toBe('localhost');
  });

  const secret = 'Aa1'.repeat(9);
  it.each([
    ['no address', { password }, 422],
    ['an empty address', { email: ' ', password }, 422],
    ['what is no address', { email: 'robin', password }, 422],
    ['two addresses', { email: 'a@example.com, b@example.com', password }, 422],
    ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com', password }, 422],
    ['a list of addresses', { email: ['a@example.com'], password }, 422],
    ['an object for an address', { email: { $ne: '' }, password }, 422],
    ['a NUL in the address', { email: 'a\u0000@example.com', password }, 422],
    ['a lone surrogate', { email: 'a\ud800@example.com', password }, 422],
    ['10 KB of address', { email: `${'a'.repeat(10_000)}@example.com`, password }, 422],
    ['a short password', { email: 'a@example.com', password: 'Short1x' }, 422],
    ['no capital', { email: 'a@example.com', password: 'correct1horse' }, 422],
    ['no small letter', { email: 'a@example.com', password: 'CORRECT1HORSE' }, 422],
    ['no digit', { email: 'a@example.com', password: 'Correcthorse' }, 422],
    ['a NUL in the password', { email: 'a@example.com', password: `${secret}\u0000` }, 422],
    ['a password of 129', { email: 'a@example.com', password: secret.repeat(5) }, 422],
    ['a number for a password', { email: 'a@example.com', password: 12_345_678 }, 422],
    ['a name of one letter', { email: 'a@example.com', password, first_name: 'x' }, 422],
    ['a NUL in a name', { email: 'a@example.com', password, first_name: 'a\u0000b' }, 422],
    ['null', null, 422],
    ['a list', [], 422],
    ['a string', 'x', 422],
    ['a megabyte', { email: 'a@example.com', password: 'x'.repeat(1_000_000) }, 413],
  ])('refuses %s', async (_name, body, status) => {
    const answer = await post('/auth/register', body);
    expect(answer.status).toBe(status);
    expect(answer.problem?.detail).toBeTypeOf('string');
  });
});

describe('passwords', () => {
  it('are stored as argon2id with the documented cost', async () => {
    const { email } = await register();
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.passwordHash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
  });

  it('count to their last character, in any script', async () => {
    const long = `Ää1 ${'пароль '.repeat(17)}`;
    const email = newAddress();
    await post('/auth/register', { email, password: `${long}a` });
    await post('/auth/verify', { token: await arrivedToken(email) });
    expect((await logIn(email, `${long}a`)).status).toBe(200);
    expect((await logIn(email, `${long}b`)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    // The same letters, composed another way by another keyboard.
    expect((await logIn(email, `${long}a`.normalize('NFD'))).status).toBe(200);
  });

  it('are hashed anew at login when they were cheap', async () => {
    const email = await registerVerified();
    const { hash } = await import('@node-rs/argon2');
    const cheap = await hash(password, { memoryCost: 8192, timeCost: 1 });
    await app.db.update(users).set({ passwordHash: cheap }).where(eq(users.email, email));
    const answers = await Promise.all([logIn(email), logIn(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.passwordHash).toContain('m=19456');
  });
});

describe('verifying', () => {
  it('works once; after that the account is verified already', async () => {
    const { email, token } = await register();
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
    const answer = await post('/auth/verify', { token });
    expect(answer).toMatchObject({ status: 200, body: { email, is_verified: true } });
    expect((await logIn(email)).status).toBe(200);
    const again = await post('/auth/verify', { token });
    expect(again.status).toBe(400);
    expect(again.problem?.detail).toBe('VERIFY_USER_ALREADY_VERIFIED');
  });

  it('verifies one of two who come at once', async () => {
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
    const answer = await post('/auth/verify', { token });
    expect(answer.problem?.code).toBe('VERIFY_USER_BAD_TOKEN');
  });

  it('stores no token, and takes none as a login', async () => {
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
  it('ends the older one', async () => {
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

  it('takes the address from the query, the body, or both', async () => {
    const { email } = await register();
    const path = `/auth/resend-verification?email=${encodeURIComponent(email)}`;
    for (const body of [undefined, {}, { email }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is told
      expect((await post(path, body)).status).toBe(202);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await arrivedToken(email)).not.toBe('');
    }
    expect((await post('/auth/resend-verification')).problem?.errors?.[0]?.loc).toEqual([
      'body',
      'email',
    ]);
  });

  it('is answered the same for the unknown and the verified, who get no mail', async () => {
    const { email } = await register();
    const others = [newAddress(), await registerVerified()];
    const path = '/auth/resend-verification';
    const known = await post(path, { email });
    for (const other of others) {
      // oxlint-disable-next-line no-await-in-loop -- so that the last letter is the last
      const answer = await post(path, { email: other });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: known.status,
        body: known.body,
      });
      expect([...answer.headers.keys()]).toEqual([...known.headers.keys()]);
    }
    // A letter queued later has come, so theirs never will.
    await register();
    const sent = app.mail.all.flatMap(({ recipients }) => recipients);
    expect(sent.filter((to) => to === others[0])).toHaveLength(0);
    expect(sent.filter((to) => to === others[1])).toHaveLength(1);
  });
});

describe('logging in', () => {
  it('answers a bearer token of 256 bits that is stored as a hash', async () => {
    const email = await registerVerified();
    const answer = await logIn(email.toUpperCase());
    const { access_token, token_type, expires_at } = SessionToken.parse(answer.body);
    expect(token_type).toBe('bearer');
    expect(Buffer.from(access_token, 'base64url')).toHaveLength(32);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29.9 * DAY);
    const [row] = await app.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashSecret(access_token)));
    expect(JSON.stringify(row)).not.toContain(access_token);
    expect(await openSession(email)).not.toBe(access_token);
  });

  it('says the same to a wrong password, an unknown, a deleted and an inactive account', async () => {
    const wrong = await registerVerified();
    const deleted = await registerVerified();
    const inactive = await registerVerified();
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, deleted));
    await app.db.update(users).set({ isActive: false }).where(eq(users.email, inactive));
    const answers = await Promise.all([
      logIn(wrong, 'Wrong1password'),
      logIn(newAddress()),
      logIn(deleted),
      logIn(inactive),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    }
  });

  it('tells that the account is unverified only to who knows the password', async () => {
    const { email } = await register();
    expect((await logIn(email, 'Wrong1password')).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
  });

  it('ignores the other fields of an OAuth2 form', async () => {
    const email = await registerVerified();
    const form = { username: email, password, grant_type: 'password', scope: '', client_id: 'x' };
    expect((await app.request('POST', `${api}/auth/login`, { form })).status).toBe(200);
  });

  it.each([
    ['no address', 'password=x'],
    ['no password', 'username=a%40example.com'],
    ['two addresses', 'username=a%40example.com&username=b%40example.com&password=x'],
    ['a NUL', 'username=a%00%40example.com&password=x'],
    ['nothing', ''],
    ['pollution', '__proto__[a]=1&constructor.prototype=2'],
  ])('refuses %s with 422', async (_name, text) => {
    const response = await fetch(`${app.url}${api}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: text,
    });
    expect(response.status).toBe(422);
  });

  it('keeps the server answering while many log in at once', async () => {
    const email = newAddress();
    const logins = Array.from({ length: 100 }, () => logIn(email));
    const begun = performance.now();
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    const waited = performance.now() - begun;
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(waited).toBeLessThan(1000);
    // Two are hashed at once and sixty wait; the rest is asked to come again.
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(62);
    expect(new Set(statuses)).toEqual(new Set([400, 503]));
  });
});

describe('a session', () => {
  it('says who holds it and until when', async () => {
    const email = await registerVerified();
    const answer = await validate(await openSession(email));
    expect(answer).toMatchObject({ status: 200, body: { valid: true, user: { email } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon|password/i);
  });

  it('ends with logout, and no other with it; its sockets are closed', async () => {
    const user = await buildUser(app);
    const meeting = await buildMeeting(app, { owner: user });
    await using live = await app.live(user, meeting.id);
    await live.untilType('welcome');
    const email = await registerVerified();
    const other = await openSession(email);
    const answer = await post('/auth/logout', undefined, user.token);
    expect(answer).toMatchObject({ status: 204, body: null });
    const after = await validate(user.token);
    expect(after.status).toBe(401);
    expect(after.headers.get('www-authenticate')).toBe('Bearer');
    expect(after.problem?.detail).toBe('Your session has expired. Please log in again.');
    expect((await validate(other)).status).toBe(200);
    expect(await live.closed).toBe(4401);
  });

  it.each([
    ['after 30 days', { expiresAt: new Date() }],
    ['after 7 idle days', { lastUsedAt: new Date(Date.now() - 7 * DAY) }],
  ])('ends %s', async (_name, change) => {
    const user = await buildUser(app);
    expect((await validate(user.token)).status).toBe(200);
    await app.db.update(sessions).set(change).where(eq(sessions.id, user.sessionId));
    expect((await validate(user.token)).status).toBe(401);
  });

  it.each([
    ['deleted', { deletedAt: new Date() }],
    ['inactive', { isActive: false }],
  ])('ends when its person is %s', async (_name, change) => {
    const user = await buildUser(app);
    await app.db.update(users).set(change).where(eq(users.id, user.id));
    expect((await validate(user.token)).status).toBe(401);
  });

  it('remembers its use, but writes it at most once a minute', async () => {
    const user = await buildUser(app);
    const lastUse = async () => {
      const rows = await app.db.select().from(sessions).where(eq(sessions.id, user.sessionId));
      return rows[0]?.lastUsedAt.getTime() ?? 0;
    };
    const before = await lastUse();
    // One after the other: what the first might write is written by the last.
    // oxlint-disable-next-line no-await-in-loop -- as said
    for (let use = 0; use < 10; use += 1) await validate(user.token);
    expect(await lastUse()).toBe(before);
    const old = new Date(Date.now() - 6 * DAY);
    await app.db.update(sessions).set({ lastUsedAt: old }).where(eq(sessions.id, user.sessionId));
    await Promise.all(Array.from({ length: 20 }, () => validate(user.token)));
    await expect.poll(lastUse).toBeGreaterThan(Date.now() - DAY);
  });

  it('clears away those of the person that are over, at the next login', async () => {
    const email = await registerVerified();
    await openSession(email);
    const person = app.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const own = inArray(sessions.userId, person);
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(own);
    await openSession(email);
    expect(await app.db.select().from(sessions).where(own)).toHaveLength(1);
  });

  it.each([
    ['none', undefined],
    ['nonsense', 'x'],
    ['of 10 KB', 'a'.repeat(10_000)],
    ['with SQL', "' OR 1=1 --"],
    ['as a cookie alone', undefined],
  ])('is refused when the token is %s', async (name, token) => {
    const answer = await app.request('GET', `${api}/auth/validate`, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(name.includes('cookie') && { cookie: 'access_token=x' }),
      },
    });
    expect(answer.status).toBe(401);
  });
});
