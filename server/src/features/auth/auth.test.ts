import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { hashSecret } from '#server/platform/secrets';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';
import { sendRaw } from '#test/raw-http';

import { api, authCalls, DAY, newAddress, password } from './auth-scene.suite.ts';
import { productionCost } from './password.ts';
import { sessions, sessionTokens } from './sessions.table.ts';

const app = await fileApp();

const { post, logIn, register, registerVerified, openSession, validate } = authCalls(app);

describe('logging in', () => {
  it('returns a bearer token of 256 bits that is stored as a hash', async () => {
    const email = await registerVerified();
    const answer = await logIn(email.toUpperCase());
    const { access_token, token_type, expires_at } = SessionToken.parse(answer.body);
    expect(token_type).toBe('bearer');
    expect(Buffer.from(access_token, 'base64url')).toHaveLength(32);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29.9 * DAY);
    const [row] = await app.db
      .select()
      .from(sessionTokens)
      .where(eq(sessionTokens.tokenHash, hashSecret(access_token)));
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(access_token);
    expect(await openSession(email)).not.toBe(access_token);
  });

  it('answers a wrong password, an unknown, a deleted and an inactive account alike', async () => {
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

  it('reveals an unverified account only with the right password', async () => {
    const { email } = await register();
    expect((await logIn(email, 'Wrong1password')).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    expect((await logIn(email)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
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

  it('refuses JSON: 415', async () => {
    const { email: username } = await register();
    const answer = await post('/auth/login', { username, password });
    expect(answer).toMatchObject({ status: 415, problem: { code: 'NOT_A_FORM' } });
  });

  it('keeps the server responsive while many log in', async () => {
    await using busy = await buildTestApp({}, { hashingCost: productionCost });
    const calls = authCalls(busy);
    const begun = performance.now();
    const logins = Array.from({ length: 150 }, () => calls.logIn(newAddress()));
    expect((await fetch(`${busy.url}/health/live`)).status).toBe(200);
    const waited = performance.now() - begun;
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    // Relative to the hashing time, because a busy machine slows down both.
    expect(waited).toBeLessThan((performance.now() - begun) / 2);
    // Two hash concurrently and 100 of one address are queued. The rest get 503.
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(102);
    expect([400, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
  });
});

describe('a session', () => {
  it('says whose it is and when it expires', async () => {
    const email = await registerVerified();
    const answer = await validate(await openSession(email));
    expect(answer).toMatchObject({ status: 200, body: { valid: true, user: { email } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon|password/i);
  });

  it('ends with logout, with its sockets, and no other session does', async () => {
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

  it('records its last use at most once a minute', async () => {
    const user = await buildUser(app);
    const lastUse = async () => {
      const rows = await app.db.select().from(sessions).where(eq(sessions.id, user.sessionId));
      return rows[0]?.lastUsedAt.getTime() ?? 0;
    };
    const before = await lastUse();
    // Sequential, so that a write caused by the first would be visible after the last.
    for (let use = 0; use < 10; use += 1) await validate(user.token);
    expect(await lastUse()).toBe(before);
    const old = new Date(Date.now() - 6 * DAY);
    await app.db.update(sessions).set({ lastUsedAt: old }).where(eq(sessions.id, user.sessionId));
    await Promise.all(Array.from({ length: 20 }, () => validate(user.token)));
    await expect.poll(lastUse).toBeGreaterThan(Date.now() - DAY);
  });

  it('is deleted at the person’s next login after it expired', async () => {
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

// Concurrent requests are authenticated by one statement.
it('simultaneous requests look their callers up in one batch, each with its own result', async () => {
  // A stopped clock prevents sweeps.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const [one, two, gone] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  expect((await app.post(gone, '/api/v1/auth/logout')).status).toBe(204);
  // Marks the sessions as just used, so that requests do not write their use.
  await app.db.update(sessions).set({ lastUsedAt: sql`now()` });
  const tokens = [one.token, gone.token, two.token, 'unknown', one.token];
  const requests = tokens.map((token, n) =>
    [
      'GET /api/v1/users/me HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      ...(n === tokens.length - 1 ? ['Connection: close'] : []),
      '\r\n',
    ].join('\r\n'),
  );
  const before = app.db.traffic.statements;
  const { status, body } = await sendRaw(app.url, requests.join(''));
  expect(app.db.traffic.statements - before).toBe(1);
  const others = [...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, each]) => Number(each));
  expect([status, ...others]).toEqual([200, 401, 200, 401, 200]);
  const emails = [...body.matchAll(/"email":"([^"]+)"/g)].map(([, each]) => each);
  expect(emails).toEqual([one.email, two.email, one.email]);
});
