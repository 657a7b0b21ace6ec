import { describe, expect, it } from 'vitest';

import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';

const on = { RATE_LIMITS: 'on' };
// The test comes from a trusted proxy, which says for whom it asks.
const behindProxy = { ...on, TRUST_PROXY: '127.0.0.1' };

function logIn(app: TestApp, username: string, address: string): Promise<Answer> {
  return app.request('POST', '/api/v1/auth/login', {
    form: { username, password: 'Wrong1password' },
    headers: { 'x-forwarded-for': address },
  });
}

function resend(app: TestApp, email: string, address: string): Promise<Answer> {
  return app.request('POST', '/api/v1/auth/resend-verification', {
    body: { email },
    headers: { 'x-forwarded-for': address },
  });
}

async function statusesOf(answers: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
}

function times<T>(count: number, act: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => act(number));
}

const tenThenNoMore = [...times(10, () => 400), 429];

describe('logging in', () => {
  it('is tried ten times a minute from one address, which cannot pretend to be another', async () => {
    await using app = await buildTestApp(on);
    const tries = times(11, (n) => logIn(app, `robin-${n}@example.com`, `203.0.113.${n}`));
    expect(await statusesOf(tries)).toEqual(tenThenNoMore);

    const answer = await logIn(app, 'sasha@example.com', '203.0.113.99');
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

  it('is tried ten times a minute for one account, from wherever', async () => {
    await using app = await buildTestApp(behindProxy);
    const person = { email: 'robin@example.com', password: 'Correct1horse' };
    await app.services.auth.addVerified(person);
    const { email, password } = person;
    const statuses: number[] = [];
    for (const n of times(11, (number) => number)) {
      const username = n % 2 ? email : email.toUpperCase();
      const answer = await app.request('POST', '/api/v1/auth/login', {
        form: { username, password },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...times(10, () => 200), 429]);
    expect((await logIn(app, 'sasha@example.com', '203.0.113.200')).status).toBe(400);
  });

  it('counts an IPv6 network as one address', async () => {
    await using app = await buildTestApp(behindProxy);
    const tries = times(11, (n) => logIn(app, `robin-${n}@example.com`, `2001:db8:1:2::${n + 1}`));
    expect(await statusesOf(tries)).toEqual(tenThenNoMore);
    expect((await logIn(app, 'sasha@example.com', '2001:db8:1:3::1')).status).toBe(400);
  });
});

describe('registering', () => {
  it('is tried ten times an hour from one address', async () => {
    await using app = await buildTestApp(on);
    const tries = times(11, (n) =>
      app.request('POST', '/api/v1/auth/register', {
        body: { email: `robin-${n}@example.com`, password: 'Correct1horse' },
      }),
    );
    expect(await statusesOf(tries)).toEqual([...times(10, () => 201), 429]);
  });
});

describe('mail', () => {
  it('is asked for five times an hour for one address, known or not', async () => {
    await using app = await buildTestApp(behindProxy);
    const tries = times(6, (n) => resend(app, 'nobody@example.com', `203.0.113.${n}`));
    expect(await statusesOf(tries)).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await resend(app, 'other@example.com', '203.0.113.1')).status).toBe(202);
  });
});

describe('switched off', () => {
  it('limits nothing', async () => {
    await using app = await buildTestApp();
    const logins = times(12, (n) => logIn(app, `robin-${n}@example.com`, '203.0.113.1'));
    expect(new Set(await statusesOf(logins))).toEqual(new Set([400]));
    const letters = times(12, () => resend(app, 'robin@example.com', '203.0.113.1'));
    expect(new Set(await statusesOf(letters))).toEqual(new Set([202]));
  });
});
