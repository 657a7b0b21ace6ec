// Gates of accounts and addresses over HTTP.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { describe, expect, it, vi } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { fastClock } from '#test/fast-clock';
import { holdTable } from '#test/held-table';
import { manualClock } from '#test/manual-clock';

/** A login whose body never ends; resolves once the server has read its header. */
async function halfLogin(app: TestApp): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nExpect: 100-continue\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nusername=',
  );
  await once(socket, 'data');
  return socket;
}

it('requests with unfinished bodies block nobody behind the same address', async () => {
  // Per address 4 requests may run and 6 may wait.
  await using app = await buildTestApp({ RATE_LIMITS: '0.02' });
  const halves = await Promise.all(Array.from({ length: 12 }, () => halfLogin(app)));
  const form = { username: 'nobody@example.com', password: 'wrong' };
  const answer = await app.request('POST', '/api/v1/auth/login', { form });
  for (const half of halves) half.destroy();
  expect(answer.problem?.code).toBe('LOGIN_BAD_CREDENTIALS');
});

const on = { RATE_LIMITS: 'on' };
/** A refused caller waits a second or more for the answer. */
const inHaste = () => ({ clock: fastClock(20) });

function readBoard(app: TestApp, path: string, as: TestUser) {
  return app.get(as, `${path}/board`);
}

describe('an account', () => {
  it('is served at once after a stall in which all its clients gave up', async () => {
    // A stopped clock: only a timer could free the place.
    await using app = await buildTestApp(on, { clock: manualClock(new Date()) });
    const { owner, path, note: add } = await buildBoard(app);
    const note = await add(owner, 'Before');
    await using stall = await holdTable(app, 'sessions');
    const clients = Array.from({ length: 12 }, () => new AbortController());
    const writes = clients.map(({ signal }, index) =>
      fetch(`${app.url}${path}/notes/${note.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content: `Edit ${index}` }),
        signal,
      }).catch((error: Error) => error.name),
    );
    await expect
      .poll(async () => (await app.gauges()).slots)
      .toMatchObject({ held: 4, waiting: clients.length - 4 });
    for (const client of clients) client.abort();
    expect(new Set(await Promise.all(writes))).toEqual(new Set(['AbortError']));
    await stall.release();
    expect((await readBoard(app, path, owner)).status).toBe(200);
    await expect
      .poll(async () => (await app.gauges()).slots)
      .toEqual({ held: 0, waiting: 0, oldestMs: 0 });
  });

  it('with far too many requests is answered 429 with Retry-After and a sentence', async () => {
    await using app = await buildTestApp(on, inHaste());
    const { owner, path } = await buildBoard(app);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => readBoard(app, path, owner)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.problem?.detail).toBe('Too many attempts. Please wait before trying again.');
  });

  it('may open its pages, and fifty people of one office may write at once', async () => {
    await using app = await buildTestApp(on);
    const owner = await buildUser(app);
    const people = await Promise.all(Array.from({ length: 50 }, () => buildUser(app)));
    const team = await buildTeam(app, { admin: owner, members: people });
    const meeting = await buildMeeting(app, { owner, team, phase: 'writing' });
    const path = `/api/v1/meetings/${meeting.id}`;
    const answers = await Promise.all(
      people.flatMap((as) => [
        readBoard(app, path, as),
        app.get(as, '/api/v1/teams'),
        app.get(as, '/api/v1/users/me'),
        app.post(as, `${path}/live-ticket`),
        app.post(as, `${path}/notes`, { content: 'x' }),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
  });

  it('is refused without a database query', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp(on, { clock });
    const { owner, path } = await buildBoard(app);
    const readEvents = () => app.get(owner, `${path}/events?since=0`);
    await readEvents();
    const { traffic } = app.db;
    const before = traffic.statements;
    await readEvents();
    const ofOne = traffic.statements - before;
    const reads = Array.from({ length: 300 }, readEvents);
    let isOver = false;
    const all = Promise.all(reads).finally(() => (isOver = true));
    await vi.waitUntil(
      () => {
        clock.advance(100);
        return isOver;
      },
      { timeout: 60_000 },
    );
    const answered = (await all).filter(({ status }) => status === 200).length;
    const refused = reads.length - answered;
    expect(refused).toBeGreaterThan(60);
    // Few others, triggered by time.
    const others = traffic.statements - before - ofOne * (1 + answered);
    expect(others).toBeLessThan(refused / 2);
  });

  it('is limited itself, not its address: others behind it are answered', async () => {
    await using app = await buildTestApp(on, inHaste());
    const { owner, member, path } = await buildBoard(app);
    const flood = Array.from({ length: 90 }, () => readBoard(app, path, owner));
    expect((await readBoard(app, path, member)).status).toBe(200);
    await Promise.all(flood);
  });

  it('requesting only the version waits at its address’s gate, too', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: '0.02' }, inHaste());
    for (const path of ['/version.json', '/api/version']) {
      const asked = Array.from({ length: 60 }, () => app.request('GET', path));
      const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
      expect(statuses, path).toContain(429);
    }
  });

  it('not yet known waits at its address’s gate: unknown tokens are eventually refused', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: '0.02' }, inHaste());
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        app.request('GET', '/api/v1/users/me', { token: `nonsense-${n}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});
