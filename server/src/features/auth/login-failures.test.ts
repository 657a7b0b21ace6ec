import { describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';
import { type Answer, buildTestApp, fileApp } from '#test/build-test-app';
import { manualClock } from '#test/manual-clock';

import { api, authCalls, DAY, newAddress, password } from './auth-scene.suite.ts';
import { loginFailures } from './credentials.table.ts';
import { loginFailuresService } from './login-failures.ts';

const clock = manualClock(new Date());
// The test acts as a trusted proxy, which sets the client's address.
const app = await fileApp({ TRUST_PROXY: '127.0.0.1' }, { clock });

const { post, logIn, addPerson, openSession, validate, arrivedToken } = authCalls(app);
const wrong = 'Wrong1password';
const MINUTE = 60_000;
/** Advances the clocks of node and database. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await ageDatabase(app, ms);
}

async function fail(email: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) answers.push(await logIn(email, wrong));
  return answers;
}

function logInFrom(address: string, username: string, secret = password): Promise<Answer> {
  return app.request('POST', `${api}/auth/login`, {
    form: { username, password: secret },
    headers: { 'x-forwarded-for': address },
  });
}

/** Guesses from a new address each time. Returns counts by status. */
async function guessFromEverywhere(email: string, count: number) {
  const statuses: Record<number, number> = {};
  for (let done = 0; done < count; done += 50) {
    const batch = Array.from({ length: Math.min(50, count - done) }, (_, number) => {
      const guess = done + number;
      return logInFrom(`10.0.${Math.floor(guess / 250)}.${guess % 250}`, email, wrong);
    });
    for (const { status } of await Promise.all(batch)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  return statuses;
}

function wait(answer: Answer | undefined): number {
  return Number(answer?.headers.get('retry-after'));
}

describe('wrong passwords', () => {
  it('are answered five times; from the sixth on the account waits, even with the right one', async () => {
    const email = await addPerson();
    const answers = await fail(email, 6);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(answers[5]?.problem?.detail).toBe('Too many attempts. Please wait before trying again.');
    expect(wait(answers[5])).toBe(30);
    await pass(20_000);
    const early = await logIn(email);
    expect([early.status, wait(early)]).toEqual([429, 10]);
    await pass(10_000);
    expect((await logIn(email)).status).toBe(200);
  });

  it('increase the delay up to a quarter of an hour', async () => {
    const email = await addPerson();
    await fail(email, 5);
    const waits: number[] = [];
    for (let more = 0; more < 7; more += 1) {
      const [answer] = await fail(email, 1);
      waits.push(wait(answer));
      await pass(wait(answer) * 1000);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    expect((await logIn(email)).status).toBe(200);
  });

  it('are reset by the right one', async () => {
    const email = await addPerson();
    await fail(email, 5);
    expect((await logIn(email)).status).toBe(200);
    expect((await fail(email, 5)).map(({ status }) => status)).toEqual(Array(5).fill(400));
  });

  it('are reset a quarter of an hour after the first, or after the last delay', async () => {
    const email = await addPerson();
    await fail(email, 4);
    await pass(15 * MINUTE);
    const [sixth] = (await fail(email, 6)).slice(-1);
    expect(wait(sixth)).toBe(30);
    await pass(30_000 + 15 * MINUTE);
    expect((await fail(email, 5)).map(({ status }) => status)).toEqual(Array(5).fill(400));
  });

  it('count alike for an unknown address, in every spelling', async () => {
    const email = newAddress();
    await fail(email.toUpperCase(), 3);
    const answers = await fail(email, 3);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
    expect(wait(answers[2])).toBe(30);
  });

  it('are checked no more often if they are simultaneous', async () => {
    const email = await addPerson();
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email, wrong)));
    const told = answers.filter(({ status }) => status === 400);
    expect(told).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('are counted across all nodes', async () => {
    await using other = await buildTestApp({}, { clock, beside: app });
    const email = await addPerson();
    await fail(email, 3);
    const there = authCalls(other);
    for (const status of [400, 400, 429]) {
      expect((await there.logIn(email, wrong)).status).toBe(status);
    }
    expect((await logIn(email)).status).toBe(429);
  });

  it('do not affect open sessions, which may even change the password', async () => {
    const email = await addPerson();
    const token = await openSession(email);
    await fail(email, 6);
    expect((await validate(token)).status).toBe(200);
    const body = { current_password: password, new_password: 'Another2 horse' };
    expect((await post('/auth/change-password', body, token)).status).toBe(200);
    expect((await logIn(email, 'Another2 horse')).status).toBe(429);
  });

  it('from elsewhere do not count against this place', async () => {
    const email = await addPerson();
    for (let tries = 0; tries < 6; tries += 1) await logInFrom('198.51.100.9', email, wrong);
    expect((await logInFrom('198.51.100.9', email)).status).toBe(429);
    expect((await logIn(email)).status).toBe(200);
    // The owner's success does not reset the attacker's count.
    expect((await logInFrom('198.51.100.9', email, wrong)).status).toBe(429);
  });

  it('from one IPv6 network count together', async () => {
    const email = await addPerson();
    const statuses: number[] = [];
    for (let host = 1; host <= 6; host += 1) {
      statuses.push((await logInFrom(`2001:db8:1:2::${host}`, email, wrong)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await logInFrom('2001:db8:1:3::1', email)).status).toBe(200);
  });

  it('are checked a hundred times a day from all places; then new places wait', async () => {
    const email = await addPerson();
    expect(await guessFromEverywhere(email, 120)).toEqual({ 400: 100, 429: 20 });
    const early = await logInFrom('198.51.100.9', email);
    expect([early.status, wait(early)]).toEqual([429, 30]);
    await pass(30_000);
    expect((await logInFrom('198.51.100.9', email, wrong)).status).toBe(429);
    const later = await logInFrom('198.51.100.10', email);
    expect([later.status, wait(later)]).toEqual([429, 60]);
    await pass(60_000);
    expect((await logInFrom('198.51.100.10', email)).status).toBe(200);
  });

  it('from hundreds of other places do not lock the owner out of known places', async () => {
    const email = await addPerson();
    expect((await logInFrom('203.0.113.7', email)).status).toBe(200);
    const attack = guessFromEverywhere(email, 300);
    expect((await logInFrom('203.0.113.7', email)).status).toBe(200);
    expect(await attack).toEqual({ 400: 100, 429: 200 });
    expect((await logInFrom('203.0.113.7', email)).status).toBe(200);
    // The owner's own failures still count there.
    const answers: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push((await logInFrom('203.0.113.7', email, wrong)).status);
    }
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('are reset everywhere by a password reset, and later guesses do not lock out its owner', async () => {
    const email = await addPerson();
    await guessFromEverywhere(email, 110);
    await fail(email, 6);
    expect((await logIn(email)).status).toBe(429);
    await post('/auth/forgot-password', { email });
    const reset = { token: await arrivedToken(email), password: 'Another2 horse' };
    expect((await post('/auth/reset-password', reset)).status).toBe(200);
    expect(await guessFromEverywhere(email, 110)).toEqual({ 400: 100, 429: 10 });
    expect((await logIn(email, 'Another2 horse')).status).toBe(200);
  });

  it('are stored without the address, and not for long', async () => {
    await app.db.delete(loginFailures);
    const email = newAddress();
    await fail(email, 1);
    const rows = await app.db.select().from(loginFailures);
    expect(JSON.stringify(rows)).not.toContain(email.slice(0, email.indexOf('@')));
    await pass(DAY);
    await fail(newAddress(), 1);
    // One row for the account, one for the account and this address.
    expect(await app.db.$count(loginFailures)).toBe(2);
  });

  it('do not count if the password could not be checked', async () => {
    const { attempt } = loginFailuresService({ db: app.db });
    const account = newAddress();
    const source = { block: '127.0.0.1', isKnown: false };
    const broken = () => Promise.reject(new Error('no place to hash'));
    for (let tries = 0; tries < 10; tries += 1) {
      await expect(attempt(account, source, broken)).rejects.toThrow('no place to hash');
    }
    expect((await fail(account, 1))[0]?.status).toBe(400);
  });
});
