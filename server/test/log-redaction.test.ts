// A whole run with planted secrets and a verbose log: the log may contain none of them, and no typed text may look like a log
// line.
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { InvitationId } from '@wentwell/contract/ids';
import { LiveTicket } from '@wentwell/contract/live/live';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Team } from '@wentwell/contract/teams/teams';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Answer, buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { openLiveClient } from '#test/live-client';
import { sendRaw } from '#test/raw-http';

/** A log at its most verbose level, and its output. */
const listeningLog = (production: boolean) => collectLog('trace', undefined, production);

const api = '/api/v1';
const forged = '{"level":30,"msg":"all is well"}';
const canaries = {
  email: 'canary.robin@example.com',
  guest: 'canary.guest@example.org',
  password: 'Canary1password',
  nextPassword: 'Canary2password',
  invited: 'canary.invited@example.org',
  invitedPassword: 'Canary4password',
  wrongPassword: 'Canary3password',
  note: 'canary note text',
  team: 'Canary team',
  search: 'canary-in-a-query',
  header: 'canary-in-a-header',
  broken: 'canary-in-a-broken-body',
  noToken: 'canary-that-is-no-token',
};

async function tokenInEmail(app: TestApp, to: string, before: RegExp): Promise<string> {
  const mail = await app.mail.next({ to });
  const token = new RegExp(`${before.source}([\\w-]{20,})`).exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`no token in the email "${mail.subject}"`);
  return token;
}

/** Acts like a user from registration to the board, with every kind of secret. Returns the secrets. */
async function tellStory(app: TestApp): Promise<Record<string, string>> {
  const { email, guest, password, nextPassword, wrongPassword } = canaries;
  const { invited: newcomer, invitedPassword } = canaries;
  const post = (path: string, body: unknown, token?: string): Promise<Answer> =>
    app.request('POST', api + path, { body, ...(token && { token }) });
  const logIn = async (secret: string) =>
    app.request('POST', `${api}/auth/login`, { form: { username: email, password: secret } });

  await post('/auth/register', { email, password });
  const verification = await tokenInEmail(app, email, /token=/);
  await post('/auth/verify', { token: verification });
  await logIn(wrongPassword);
  const first = SessionToken.parse((await logIn(password)).body).access_token;
  await post('/auth/forgot-password', { email });
  const reset = await tokenInEmail(app, email, /token=/);
  await post('/auth/reset-password', { token: reset, password: nextPassword });
  const bearer = SessionToken.parse((await logIn(nextPassword)).body).access_token;
  const renewed = SessionToken.parse((await post('/auth/refresh', {}, bearer)).body).access_token;

  const team = Team.parse((await post('/teams', { name: canaries.team }, renewed)).body);
  const invited = await post(
    `/teams/${team.id}/invitations`,
    { invited_user_email: guest },
    renewed,
  );
  z.object({ id: InvitationId }).parse(invited.body);
  const invitation = await tokenInEmail(app, guest, /\/invitations\//);
  await app.request('GET', `${api}/teams/invitations/token/${invitation}`);
  await post(`/teams/invitations/token/${invitation}/accept`, {}, renewed);

  await post(`/teams/${team.id}/invitations`, { invited_user_email: newcomer }, renewed);
  const mailed = await tokenInEmail(app, newcomer, /\/invitations\//);
  const joining = { token: mailed, password: invitedPassword, first_name: 'Robin' };
  const joined = SessionToken.parse((await post('/auth/register-invited', joining)).body);

  const made = await post('/meetings', { name: 'Retro', team_id: team.id }, renewed);
  const meeting = Meeting.parse(made.body);
  const board = `/meetings/${meeting.id}`;
  await app.request('PUT', api + board, { token: renewed, body: { status: 'live' } });
  await post(`${board}/phase/transition`, { phase: 'writing' }, renewed);
  await post(`${board}/notes`, { content: `${canaries.note}\n${forged}` }, renewed);
  const { ticket } = LiveTicket.parse((await post(`${board}/live-ticket`, {}, renewed)).body);
  for (const secret of [ticket, renewed]) {
    await using socket = await openLiveClient(app.liveAddress(meeting.id, secret));
    await socket.untilType('welcome');
    socket.send({ type: 'note_editing', data: { note_id: canaries.note } });
    socket.send(`${canaries.note}\n${forged}`);
    socket.send({ type: 'ping' });
    await socket.untilType('pong');
  }
  for (const secret of [ticket, canaries.noToken]) {
    await using socket = await openLiveClient(app.liveAddress(meeting.id, secret));
    await socket.closed;
  }
  const newcomers = { mailed, joined: joined.access_token };
  return { verification, first, reset, bearer, renewed, invitation, ticket, ...newcomers };
}

/** Makes mistakes, with a secret in every part of a request. */
async function tellOfMishaps(app: TestApp): Promise<void> {
  const { email, password, search, header, broken, noToken, note } = canaries;
  await app.request('GET', `${api}/nowhere/${search}?token=${search}&email=${email}`);
  await app.request('GET', `${api}/%zz/${search}?token=${search}`);
  await app.request('GET', `${api}/users/me?token=${search}`, { token: noToken });
  await app.request('GET', `${api}/teams/invitations/token/${noToken}`);
  await app.request('POST', `${api}/auth/verify`, { body: { token: noToken } });
  await app.request('POST', `${api}/auth/register`, { body: { email: [email], password: note } });
  await app.request('POST', `${api}/auth/register`, { body: { email, password: `${note}\u0000` } });
  await app.request('GET', `${api}/users/me`, {
    headers: { 'x-forwarded-for': header, cookie: header },
  });
  const url = `${app.url}${api}/auth/verify`;
  const json = { 'content-type': 'application/json', 'user-agent': header, referer: `/${header}` };
  await fetch(url, { method: 'POST', headers: json, body: `{"token":"${broken}` });
  await fetch(url, { method: 'POST', headers: json, body: broken.repeat(5000) });
  await fetch(url, { method: 'POST', headers: { 'content-type': header }, body: broken });
  await sendRaw(app.url, `GET /${search} HTTP/9.9\r\nAuthorization: Bearer ${noToken}\r\n\r\n`);
  await sendRaw(app.url, `POST / HTTP/1.1\r\nHost: x\r\nBad ${password}\r\n\r\n`);
}

describe.each([
  ['machines', true],
  ['people', false],
])('the log for %s', (_whom, production) => {
  it('describes the whole run without a secret, an address or a typed text', async () => {
    const { log, text } = listeningLog(production);
    const secrets = await (async () => {
      await using app = await buildTestApp({}, { log });
      const made = await tellStory(app);
      await tellOfMishaps(app);
      return { ...canaries, ...made };
    })();
    const written = text();
    // The log did record the requests, by route.
    expect(written).toContain('/api/v1/meetings/:meetingId/notes');
    expect(written).toContain('/api/v1/auth/reset-password');
    for (const [name, secret] of Object.entries(secrets)) {
      expect(written.includes(secret), `${name} is in the log`).toBe(false);
      expect(written.includes(encodeURIComponent(secret)), `${name} is in the log`).toBe(false);
    }
    expect(written).not.toMatch(/canary/i);
    expect(written).not.toContain('all is well');
  });

  it('says that an email cannot be sent, not to whom', async () => {
    const { log, text } = listeningLog(production);
    {
      await using app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' }, { log });
      const { email, password } = canaries;
      await app.request('POST', `${api}/auth/register`, { body: { email, password } });
      await expect.poll(text).toMatch(/could not be sent/);
    }
    expect(text()).not.toMatch(/canary/i);
  });

  it('gives a failed query’s cause without the data that the database quotes', () => {
    const { log, text } = listeningLog(production);
    const cause = Object.assign(new Error('invalid input syntax for type uuid: "canary"'), {
      code: '22P02',
      detail: 'Key (email)=(canary) already exists.',
      where: 'canary',
    });
    const failed = Object.assign(new Error('Failed query: select 1 params: canary', { cause }), {
      query: 'select canary',
      params: ['canary'],
    });
    log.error({ err: failed }, 'request failed');
    expect(text()).toContain('22P02');
    expect(text()).not.toMatch(/canary/);
  });

  it('has one event per line, whatever a message contains', () => {
    const { log, text } = listeningLog(production);
    const error = new Error(
      `refused <canary@example.com>\n${forged}\r\n    at forged (/etc/passwd:1:1)`,
    );
    log.warn({ err: error }, 'email could not leave');
    const forgedLines = text()
      .split(/[\r\n]+/)
      .filter((line) => line.startsWith('{"level":30') || /^\s*at forged/.test(line));
    expect(forgedLines).toEqual([]);
    expect(text()).not.toContain('canary');
  });
});
