// Gates of accounts and addresses over HTTP.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { NodeQueue } from '#server/platform/http/node-queue';
import { ClientGone, type GateSlot, RequestGate } from '#server/platform/http/request-gate';
import { buildBoard } from '#test/board-scene';
import { type Answer, buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { fastClock } from '#test/fast-clock';
import { holdTable } from '#test/held-table';
import { type ManualClock, manualClock } from '#test/manual-clock';

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

/** Runs the clock until all answers have come. */
async function answersOf(clock: ManualClock, asked: Promise<Answer>[], running = 0) {
  let left = asked.length;
  for (const each of asked) void each.finally(() => (left -= 1));
  await vi.waitUntil(
    () => {
      clock.advance(100);
      return left <= running;
    },
    { timeout: 60_000, interval: 5 },
  );
}

/** The answers to a known account's reads, of which the first four run until all others are refused. */
async function answersInStall(app: TestApp, clock: ManualClock, ask: () => Promise<Answer>[]) {
  await using stall = await holdTable(app, 'sessions');
  const asked = ask();
  await answersOf(clock, asked, 4);
  await stall.release();
  return await Promise.all(asked);
}

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
    const clock = manualClock(new Date());
    await using app = await buildTestApp(on, { clock });
    const { owner, path } = await buildBoard(app);
    await readBoard(app, path, owner);
    const answers = await answersInStall(app, clock, () =>
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
    const answers = await answersInStall(app, clock, () => Array.from({ length: 300 }, readEvents));
    const answered = answers.filter(({ status }) => status === 200).length;
    const refused = answers.length - answered;
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
    const clock = manualClock(new Date());
    await using app = await buildTestApp({ RATE_LIMITS: '0.02' }, { clock });
    for (const path of ['/version.json', '/api/version']) {
      const asked = Array.from({ length: 60 }, () => app.request('GET', path));
      await answersOf(clock, asked);
      const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
      expect(statuses, path).toContain(429);
    }
  });

  it('not yet known waits at its address’s gate: unknown tokens are eventually refused', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({ RATE_LIMITS: '0.02' }, { clock });
    const asked = Array.from({ length: 150 }, (_, n) =>
      app.request('GET', '/api/v1/users/me', { token: `nonsense-${n}` }),
    );
    await answersOf(clock, asked);
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});

// One account's use of a node: throttled, limited in concurrency, queued, then refused.
const limits = { burst: 4, perSecond: 2, running: 2, waiting: 3, refused: 3 };

function scene(changes: Partial<typeof limits> = {}) {
  const clock = manualClock();
  const gate = new RequestGate({ ...limits, ...changes }, clock);
  const running: (() => void)[] = [];
  const enter = async (account = 'one', cost = 1) => {
    const slot = gate.slot(account, { cost });
    await slot.acquire();
    running.push(() => {
      slot.release();
    });
  };
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return { clock, enter, running, settle };
}

describe('the request gate', () => {
  it('runs few requests of an account at a time, and the next when one ends', async () => {
    const { enter, running, settle } = scene();
    const all = [enter(), enter(), enter()];
    await settle();
    expect(running).toHaveLength(2);
    running[0]?.();
    // Releasing twice frees one place.
    running[0]?.();
    await Promise.all(all);
    expect(running).toHaveLength(3);
  });

  it('throttles an account that has used its burst', async () => {
    const { clock, enter, running, settle } = scene({ running: 100 });
    const all = Array.from({ length: 6 }, () => enter());
    await settle();
    expect(running).toHaveLength(4);
    clock.advance(500);
    await settle();
    expect(running).toHaveLength(5);
    clock.advance(500);
    await Promise.all(all);
  });

  it('counts heavy requests by cost, and runs one heavier than the total limit', async () => {
    const { enter, running, settle } = scene();
    const all = [enter('one', 3), enter('one', 1)];
    await settle();
    expect(running).toHaveLength(1);
    running[0]?.();
    await Promise.all(all);
  });

  it('answers few refusals a second, and more than it keeps waiting immediately', async () => {
    const { clock, enter, running, settle } = scene({ running: 1 });
    const waiting = Array.from({ length: 4 }, () => enter());
    await settle();
    let answered = 0;
    const refused = Array.from({ length: 4 }, () => enter().catch(() => (answered += 1)));
    await settle();
    expect(answered).toBe(1);
    for (const [ms, count] of [
      [999, 1],
      [1, 2],
      [50, 3],
      [49, 3],
      [1, 4],
    ] as const) {
      clock.advance(ms);
      await settle();
      expect(answered, `after ${ms} more ms`).toBe(count);
    }
    await Promise.all(refused);
    for (let index = 0; index < waiting.length; index += 1) {
      running[index]?.();
      await settle();
    }
    await Promise.all(waiting);
  });

  it('extends no wait when the machine’s clock is set back', async () => {
    const { clock, enter, settle } = scene({ running: 100 });
    const all = Array.from({ length: 4 }, () => enter());
    await settle();
    clock.advance(-60 * 60 * 1000);
    all.push(enter());
    await settle();
    clock.advance(500);
    await Promise.all(all);
  });
});

it('a request waits at most five seconds before it is refused', async () => {
  const { clock, enter, settle } = scene({ running: 100, waiting: 100 });
  // The burst of 4, and five seconds' refill.
  const all = Array.from({ length: 14 }, () => enter());
  const late = expect(enter()).rejects.toMatchObject({ headers: { 'Retry-After': '6' } });
  await settle();
  clock.advance(1000);
  await late;
  clock.advance(4000);
  await Promise.all(all);
});

it('a request that others delay is refused after five seconds, also without a node queue', async () => {
  const { clock, enter, settle } = scene({ running: 1 });
  await enter();
  const kept = expect(enter()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await settle();
  clock.advance(5100);
  await kept;
});

describe('a gate slot', () => {
  it('never outlives its request, whether granted, stalled or abandoned', async () => {
    const account = fc.constantFrom('one', 'two');
    const event = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), account, cost: fc.constantFrom(1, 2, 3) }),
      fc.record({ kind: fc.constantFrom('end', 'giveUp', 'pause'), which: fc.nat(9) }),
      fc.record({ kind: fc.constant('stall' as const), ms: fc.constantFrom(10, 1000, 6000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.boolean(), async (events, isBusy) => {
        const clock = manualClock();
        const node = new NodeQueue(clock, () => isBusy);
        const gate = new RequestGate({ ...limits, burst: 100 }, clock, node);
        const { settle } = scene();
        const slots: GateSlot[] = [];
        const outcomes: Promise<unknown>[] = [];
        const acquire = (slot: GateSlot) => outcomes.push(slot.acquire().catch(String));
        for (const each of events) {
          if (each.kind === 'ask') {
            const slot = gate.slot(each.account, { cost: each.cost });
            slots.push(slot);
            acquire(slot);
          } else if (each.kind === 'stall') {
            clock.advance(each.ms);
          } else {
            const slot = slots[each.which];
            if (each.kind === 'giveUp') slot?.abandon();
            else slot?.release();
            // A body has arrived, or a part of the answer was sent.
            if (each.kind === 'pause' && slot) acquire(slot);
          }
          if (each.kind !== 'ask') await settle();
        }
        for (const slot of slots) slot.abandon();
        // Work of disconnected clients may never end.
        for (let seconds = 0; seconds < 60; seconds += 1) {
          clock.advance(1000);
          await settle();
        }
        await Promise.all(outcomes);
        expect(gate.heldMs()).toEqual([]);
        await gate.slot('one', { cost: 3 }).acquire();
        await gate.slot('two', { cost: 3 }).acquire();
      }),
      { numRuns: 100 },
    );
  });

  it('is refused to a disconnected client, who leaves the queue', async () => {
    const gate = new RequestGate({ ...limits, running: 1 }, manualClock());
    const [first, gone, next] = ['first', 'gone', 'next'].map(() => gate.slot('one', { cost: 1 }));
    await first?.acquire();
    const refused = expect(gone?.acquire()).rejects.toBeInstanceOf(ClientGone);
    const waiting = next?.acquire();
    gone?.abandon();
    await refused;
    first?.release();
    await waiting;
    await expect(gone?.acquire()).rejects.toBeInstanceOf(ClientGone);
    expect(gate.heldMs()).toHaveLength(1);
  });
});
