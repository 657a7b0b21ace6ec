// Nodes with different clocks accept each other's credentials for exactly as long as the database says.
import { randomUUID } from 'node:crypto';

import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { Board } from '@wentwell/contract/board/snapshot';
import { LiveTicket } from '@wentwell/contract/live/live';
import { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { PhaseInfo } from '@wentwell/contract/phases';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { trimReceipts } from '#server/platform/http/receipts';

import { ageDatabase } from './age-database.ts';
import { buildTestApp, type TestApp, type TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import { openLiveClient } from './live-client.ts';
import { manualClock } from './manual-clock.ts';

const TEN_MINUTES = 600_000;
const HOUR = 3_600_000;
/** Maximum difference of an answer's time from now, on a busy machine. */
const MINUTE = 60_000;
const api = '/api/v1';
const password = 'Correct1 horse';

const early = await buildTestApp();
const late = await buildTestApp(
  {},
  { beside: early, clock: manualClock(new Date(Date.now() + TEN_MINUTES)) },
);
const behind = await buildTestApp(
  {},
  { beside: early, clock: manualClock(new Date(Date.now() - TEN_MINUTES)) },
);
afterAll(async () => {
  await behind[Symbol.asyncDispose]();
  await late[Symbol.asyncDispose]();
  await early[Symbol.asyncDispose]();
});

const pairs = [
  { issuer: 'a fast clock', taker: 'a slow one', from: late, to: behind },
  { issuer: 'a slow clock', taker: 'a fast one', from: behind, to: late },
];

function secretIn(link: string | undefined): string {
  const url = new URL(link ?? 'about:blank');
  return url.searchParams.get('token') ?? url.pathname.split('/').at(-1) ?? '';
}

async function linkTo(email: string): Promise<string> {
  const mail = await Promise.any([early, late, behind].map((app) => app.mail.next({ to: email })));
  return secretIn(mail.links[0]);
}

let counter = 0;
const newEmail = () => `clock-${(counter += 1)}@example.com`;

it('the delay after wrong passwords is equal on every node', async () => {
  const email = newEmail();
  await early.services.auth.addVerified({ email, password });
  const logIn = (app: TestApp, secret: string) =>
    app.request('POST', `${api}/auth/login`, { form: { username: email, password: secret } });
  for (let tries = 0; tries < 6; tries += 1) await logIn(late, 'Wrong1password');
  for (const app of [late, behind]) {
    const { status, headers } = await logIn(app, password);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
  }
  await ageDatabase(early, 30_000);
  expect((await logIn(behind, password)).status).toBe(200);
});

it('A-31: a key is repeated for 24 hours, on whichever node', async () => {
  const DAY = 24 * HOUR;
  for (const by of [DAY + HOUR, -DAY - HOUR]) {
    await using wrong = await buildTestApp(
      {},
      { beside: early, clock: manualClock(new Date(Date.now() + by)) },
    );
    const owner = await buildUser(early);
    const meeting = await buildMeeting(early, { owner, phase: 'grouping' });
    const changes = [
      { path: `${api}/meetings/${meeting.id}/notes`, body: { content: 'one' } },
      { path: `${api}/meetings`, body: { name: 'Retro', team_id: meeting.team_id } },
    ];
    for (const [from, to] of [
      [early, wrong],
      [wrong, early],
    ] as const) {
      for (const { path, body } of changes) {
        const headers = { 'idempotency-key': randomUUID() };
        const first = await from.request('POST', path, { as: owner, body, headers });
        await early.db.write(trimReceipts);
        const again = await to.request('POST', path, { as: owner, body, headers });
        expect([first.status, again.status]).toEqual([201, 201]);
        expect(again.body).toEqual(first.body);
      }
    }
  }
});

describe.each(pairs)(
  'credentials issued by a node with $issuer work on one with $taker',
  ({ from, to }) => {
    async function logIn(email: string): Promise<string> {
      const form = { username: email, password };
      const answer = await from.request('POST', `${api}/auth/login`, { form });
      return SessionToken.parse(answer.body).access_token;
    }

    async function addPerson(): Promise<string> {
      const email = newEmail();
      await from.services.auth.addVerified({ email, password });
      return email;
    }

    const validate = async (app: TestApp, token: string) =>
      (await app.request('GET', `${api}/auth/validate`, { token })).status;

    it('sessions, and their refreshed and replaced tokens', async () => {
      const token = await logIn(await addPerson());
      expect(await validate(to, token)).toBe(200);
      const answer = await to.request('POST', `${api}/auth/refresh`, { token, body: {} });
      const refreshed = SessionToken.parse(answer.body).access_token;
      for (const app of [from, to]) {
        expect(await validate(app, refreshed)).toBe(200);
        expect(await validate(app, token)).toBe(200);
      }
    });

    it('tickets, for their whole 30 seconds', async () => {
      const owner: TestUser = await buildUser(from);
      const meeting = await buildMeeting(from, { owner });
      const path = `${api}/meetings/${meeting.id}/live-ticket`;
      const { ticket, expires_at } = LiveTicket.parse((await from.post(owner, path)).body);
      expect(Math.abs(Date.parse(expires_at) - Date.now())).toBeLessThan(60_000);
      await using live = await openLiveClient(to.liveAddress(meeting.id, ticket));
      await live.untilType('welcome');
    });

    it('verification links', async () => {
      const email = newEmail();
      await from.request('POST', `${api}/auth/register`, { body: { email, password } });
      const body = { token: await linkTo(email) };
      expect((await to.request('POST', `${api}/auth/verify`, { body })).status).toBe(200);
    });

    it('reset links', async () => {
      const email = await addPerson();
      await from.request('POST', `${api}/auth/forgot-password`, { body: { email } });
      const body = { token: await linkTo(email), password: 'Another2 horse' };
      expect((await to.request('POST', `${api}/auth/reset-password`, { body })).status).toBe(200);
    });

    it('invitations', async () => {
      const guest = await buildUser(from);
      const { id, admin } = await buildTeam(from);
      const body = { invited_user_email: guest.email };
      expect((await from.post(admin, `${api}/teams/${id}/invitations`, body)).status).toBe(201);
      const link = `${api}/teams/invitations/token/${await linkTo(guest.email)}`;
      expect((await to.request('GET', link)).body).toMatchObject({ status: 'pending' });
      expect((await to.post(guest, `${link}/accept`)).status).toBe(200);
    });
  },
);

describe.each([
  { clock: 'ahead', app: late },
  { clock: 'behind', app: behind },
])('a node with a clock ten minutes $clock', ({ app }) => {
  async function buildScene() {
    const owner = await buildUser(app);
    const meeting = await buildMeeting(app, { owner, phase: 'grouping' });
    const path = `${api}/meetings/${meeting.id}`;
    return {
      owner,
      meeting,
      call: (method: string, below: string, body?: unknown) =>
        app.request(method, path + below, { as: owner, ...(body !== undefined && { body }) }),
    };
  }

  function expectNow(time: string | null | undefined): void {
    expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(MINUTE);
  }

  it('ends a phase of one minute after one minute', async () => {
    const { call } = await buildScene();
    const body = { phase: 'writing', duration_minutes: 1 };
    const asked = Date.now();
    const { started_at, ends_at } = PhaseInfo.parse(
      (await call('POST', '/phase/transition', body)).body,
    );
    // The database and this test share one machine's clock.
    expect(Date.parse(started_at ?? '')).toBeGreaterThanOrEqual(asked);
    expect(Date.parse(started_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(ends_at ?? '') - Date.parse(started_at ?? '')).toBe(MINUTE);
  });

  it('stores and returns the database’s time', async () => {
    const { owner, meeting, call } = await buildScene();
    const read = async () => MeetingForCaller.parse((await call('GET', '')).body);
    expectNow((await read()).start_time);
    expectNow((await read()).created_at);
    await using live = await app.live(owner, meeting.id);
    const welcome = await live.untilType('welcome');
    expectNow(welcome.data.now);
    await call('POST', '/notes', { content: 'one' });
    const { notes } = Board.parse((await call('GET', '/board')).body);
    expectNow(notes[0]?.created_at);
    const edited = await call('PUT', `/notes/${notes[0]?.id ?? ''}`, { content: 'two' });
    expect(edited.body).toMatchObject({ content: 'two' });
    expectNow(Board.parse((await call('GET', '/board')).body).notes[0]?.updated_at);
    await call('PUT', '', { status: 'closed' });
    const closed = await read();
    expectNow(closed.end_time);
    expectNow(closed.updated_at);
  });

  it('keeps a meeting open exactly until its end', async () => {
    const { owner, meeting, call } = await buildScene();
    const endsIn = async (ms: number) => {
      const endTime = new Date(Date.now() + ms);
      await app.db.update(meetings).set({ endTime }).where(eq(meetings.id, meeting.id));
    };
    const add = async () => (await call('POST', '/notes', { content: 'x' })).status;
    await endsIn(5 * MINUTE);
    expect(await add()).toBe(201);
    expect((await call('POST', '/live-ticket')).status).toBe(201);
    expect((await call('POST', '/phase/next')).status).toBe(200);
    expect((await call('POST', '/phase/transition', { phase: 'grouping' })).status).toBe(200);
    expect((await call('PUT', '', { name: 'Renamed' })).status).toBe(200);
    expect((await call('GET', '/board')).body).toMatchObject({ meeting: { status: 'live' } });
    await endsIn(-5 * MINUTE);
    expect((await call('POST', '/notes', { content: 'x' })).problem).toMatchObject({
      status: 409,
      detail: 'Cannot add notes to a finished meeting.',
    });
    const refused = [
      await call('POST', '/phase/next'),
      await call('POST', '/live-ticket'),
      await call('PUT', '', { name: 'other' }),
      await call('PUT', '', { end_time: null }),
      await call('PUT', '', { status: 'canceled' }),
      await call('POST', '/owner', { owner_id: owner.id }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    expect((await call('GET', '/board')).body).toMatchObject({ meeting: { status: 'closed' } });
  });
});
