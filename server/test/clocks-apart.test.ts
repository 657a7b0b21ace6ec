// Nodes whose clocks differ: what one of them issues, the others take, for exactly as long as the database says.
import { LiveTicket } from '@wentwell/contract/live';
import { SessionToken } from '@wentwell/contract/sessions';
import { afterAll, describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp, type TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import { openLiveClient } from './live-client.ts';
import { manualClock } from './manual-clock.ts';

const TEN_MINUTES = 600_000;
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

describe.each(pairs)('what a node with $issuer issues, one with $taker takes', ({ from, to }) => {
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

  it('tickets, for the whole of their 30 seconds', async () => {
    const owner: TestUser = await buildUser(from);
    const meeting = await buildMeeting(from, { owner });
    const path = `${api}/meetings/${meeting.id}/live-ticket`;
    const { ticket, expires_at } = LiveTicket.parse(
      (await from.request('POST', path, { as: owner })).body,
    );
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
    const path = `${api}/teams/${id}/invitations`;
    expect((await from.request('POST', path, { as: admin, body })).status).toBe(201);
    const link = `${api}/teams/invitations/token/${await linkTo(guest.email)}`;
    expect((await to.request('GET', link)).body).toMatchObject({ status: 'pending' });
    expect((await to.request('POST', `${link}/accept`, { as: guest })).status).toBe(200);
  });
});
