import { describe, expect, it } from 'vitest';

import { productionCost } from '#server/features/auth/password';
import { newSecret } from '#server/platform/secrets';
import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';
import { buildTeam } from '#test/factories';

// The test is a trusted proxy that names its clients.
const behindProxy = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' };
const office = '203.0.113.7';
const password = 'Correct1 horse';

interface Attempt {
  username: string;
  secret?: string;
  from?: string;
}

function logIn(
  app: TestApp,
  { username, secret = 'Wrong1password', from = office }: Attempt,
): Promise<Answer> {
  return app.request('POST', '/api/v1/auth/login', {
    form: { username, password: secret },
    headers: { 'x-forwarded-for': from },
  });
}

function register(app: TestApp, email: string, from = office): Promise<Answer> {
  return app.request('POST', '/api/v1/auth/register', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  });
}

function resend(app: TestApp, email: string, from = office): Promise<Answer> {
  return app.request('POST', '/api/v1/auth/resend-verification', {
    body: { email },
    headers: { 'x-forwarded-for': from },
  });
}

async function statusesOf(answers: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
}

function times<T>(count: number, act: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => act(number));
}

async function inTurn<T>(count: number, act: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) results.push(await act(results.length));
  return results;
}

it('sixty people behind one address register, verify and log in within one minute', async () => {
  // Hashing takes the time.
  await using app = await buildTestApp(behindProxy, { hashingCost: productionCost });
  const emails = times(60, (n) => `robin-${n}@example.com`);
  expect(await statusesOf(emails.map((email) => register(app, email)))).toEqual(
    times(60, () => 201),
  );
  const verified = emails.map(async (email) => {
    const mail = await app.mail.next({ to: email });
    const token = new URL(mail.links[0] ?? '').searchParams.get('token');
    return app.request('POST', '/api/v1/auth/verify', { body: { token } });
  });
  expect(await statusesOf(verified)).toEqual(times(60, () => 200));
  const logins = emails.map((username) => logIn(app, { username, secret: password }));
  expect(await statusesOf(logins)).toEqual(times(60, () => 200));
  // A machine slower than one limit window proves less, and does not fail.
}, 90_000);

describe('logging in', () => {
  it('may fail thirty times a minute from one address, which cannot be forged', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    const tries = times(60, (n) =>
      logIn(app, { username: `robin-${n}@example.com`, from: `203.0.113.${n}` }),
    );
    expect(await statusesOf(tries)).toEqual([...times(30, () => 400), ...times(30, () => 429)]);

    const answer = await logIn(app, { username: 'sasha@example.com', from: '203.0.113.99' });
    expect(answer.status).toBe(429);
    expect(answer.problem).toMatchObject({
      title: 'Too Many Requests',
      detail: 'Too many attempts. Please wait before trying again.',
      code: 'TOO_MANY_REQUESTS',
    });
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('successfully does not offset failures', async () => {
    await using app = await buildTestApp(behindProxy);
    await app.services.auth.addVerified({ email: 'mallory@example.com', password });
    const guess = (n: number) => logIn(app, { username: `robin-${n}@example.com` });
    const ownLogin = () => logIn(app, { username: 'mallory@example.com', secret: password });
    await inTurn(15, guess);
    expect((await ownLogin()).status).toBe(200);
    await inTurn(15, (n) => guess(n + 15));
    expect((await ownLogin()).status).toBe(429);
  });

  it('may be tried ten times a minute for one account from one address, and as often from another', async () => {
    await using app = await buildTestApp(behindProxy);
    const email = 'robin@example.com';
    await app.services.auth.addVerified({ email, password });
    const tries = await inTurn(11, (n) =>
      logIn(app, { username: n % 2 ? email : email.toUpperCase(), secret: password }),
    );
    expect(tries.map(({ status }) => status)).toEqual([...times(10, () => 200), 429]);
    const elsewhere = { username: email, secret: password, from: '198.51.100.9' };
    expect((await logIn(app, elsewhere)).status).toBe(200);
  });

  it.each([
    ['an IPv6 network', (n: number) => `2001:db8:1:2::${n + 1}`, '2001:db8:1:3::1'],
    ['an address with changing ports', (n: number) => `${office}:${5000 + n}`, '203.0.113.8'],
    ['a bracketed one', (n: number) => `[2001:db8:1:2::${n + 1}]:443`, '[2001:db8:1:3::1]:443'],
  ])('counts %s as one address', async (_name, from, elsewhere) => {
    await using app = await buildTestApp({ ...behindProxy, RATE_LIMITS: '0.1' });
    const tries = times(6, (n) =>
      logIn(app, { username: `robin-${n}@example.com`, from: from(n) }),
    );
    expect(await statusesOf(tries)).toEqual([400, 400, 400, 429, 429, 429]);
    expect((await logIn(app, { username: 'a@example.com', from: elsewhere })).status).toBe(400);
  });
});

describe('registering', () => {
  it('may ask twenty times an hour from one address whether an account exists', async () => {
    await using app = await buildTestApp(behindProxy);
    await app.services.auth.addVerified({ email: 'robin@example.com', password });
    const tries = times(21, () => register(app, 'robin@example.com'));
    expect(await statusesOf(tries)).toEqual([...times(20, () => 400), 429]);
    expect((await register(app, 'robin@example.com', '203.0.113.8')).status).toBe(400);
  });

  it('may create three hundred accounts an hour from one address', async () => {
    // A hundredth of every limit: three.
    await using app = await buildTestApp({ ...behindProxy, RATE_LIMITS: '0.01' });
    const tries = await inTurn(4, (n) => register(app, `robin-${n}@example.com`));
    expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('by invited people is not counted', async () => {
    await using app = await buildTestApp({ ...behindProxy, RATE_LIMITS: '0.01' });
    const { id, admin } = await buildTeam(app);
    const invited = times(3, (n) => `guest-${n}@example.com`);
    for (const email of invited) {
      const path = `/api/v1/teams/${id}/invitations`;
      const body = { invited_user_email: email };
      // Each from its own node, because the inviter's limit is not under test.
      await using other = await buildTestApp({}, { beside: app });
      expect((await other.post(admin, path, body)).status).toBe(201);
    }
    await inTurn(3, (n) => register(app, `robin-${n}@example.com`));
    expect((await register(app, 'late@example.com')).status).toBe(429);
    for (const email of invited) {
      expect((await register(app, email.toUpperCase())).status).toBe(201);
    }
  });
});

it.each<[number, string, (secret: string) => [path: string, body?: object]]>([
  [20, 'an invitation', (token) => [`teams/invitations/token/${token}`]],
  [
    30,
    'an invitation to register',
    (token) => ['auth/register-invited', { token, password, first_name: 'Robin' }],
  ],
  [20, 'a screen', (secret) => ['spectator/session', { secret }]],
])(
  '%i guesses a minute of the secret of %s are answered from one address, which cannot be forged',
  async (most, _what, guess) => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    const tries = await inTurn(most + 2, (n) => {
      const [path, body] = guess(newSecret());
      const headers = { 'x-forwarded-for': `203.0.113.${n}` };
      return app.request(body ? 'POST' : 'GET', `/api/v1/${path}`, { body, headers });
    });
    expect(tries.map(({ status }) => status)).toEqual([...times(most, () => 404), 429, 429]);
  },
);

it('mail may be requested often, and is sent five times an hour, for known and unknown addresses', async () => {
  await using app = await buildTestApp(behindProxy);
  const tries = times(12, (n) => resend(app, 'nobody@example.com', `203.0.113.${n}`));
  expect(await statusesOf(tries)).toEqual(times(12, () => 202));
});

it('the addresses of an office are not counted if exempt; their accounts are', async () => {
  await using app = await buildTestApp({
    ...behindProxy,
    RATE_LIMITS: '0.1',
    RATE_LIMITS_EXEMPT: '203.0.113.0/24',
  });
  const tries = times(10, (n) => logIn(app, { username: `robin-${n}@example.com` }));
  expect(await statusesOf(tries)).toEqual(times(10, () => 400));
  const same = times(3, () => logIn(app, { username: 'sasha@example.com' }));
  expect(await statusesOf(same)).toEqual([400, 429, 429]);
  const elsewhere = times(4, (n) =>
    logIn(app, { username: `kim-${n}@example.com`, from: '198.51.100.9' }),
  );
  expect(await statusesOf(elsewhere)).toEqual([400, 400, 400, 429]);
});

it('without limits nothing is limited', async () => {
  await using app = await buildTestApp();
  const logins = times(40, (n) => logIn(app, { username: `robin-${n}@example.com` }));
  expect(new Set(await statusesOf(logins))).toEqual(new Set([400]));
  const mails = times(12, () => resend(app, 'robin@example.com'));
  expect(new Set(await statusesOf(mails))).toEqual(new Set([202]));
});
