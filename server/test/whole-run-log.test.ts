// A whole run with planted secrets: the product with its own PostgreSQL behind the nginx of deploy/, all with verbose logs, for
// machines and for people. No log may contain a secret or a typed text.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { freePort } from './free-port.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { canRunNginx, startNginxWith } from './nginx.ts';
import { startProductProcess } from './product-process.ts';
import { accessLogIn, errorLogIn, sampleNginx } from './sample-nginx.ts';
import { makeFolder } from './temporary-folder.ts';

const certificate = new URL('example-certificate.pem', import.meta.url).pathname;
const host = 'retro.example.com';
const forgedLine = '\n{"level":30,"msg":"canary"}';
const api = '/api/v1';
const columns = ['went_well', 'to_improve'].map((id) => ({
  id,
  title: `Canary ${id}`,
  prompt: `canary prompt of ${id}`,
  tone: 'success',
  kind: 'notes',
}));

interface Asked {
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** The expected status of a refusal. */
  refusal?: number;
}

const Id = z.object({ id: z.string() });
const Token = z.object({ access_token: z.string() });
const Ticket = z.object({ ticket: z.string() });
const Secret = z.object({ secret: z.string() });

/** The public site. Every request must succeed, or be refused with the expected status. */
function siteAt(port: number) {
  const tls = { host: '127.0.0.1', port, rejectUnauthorized: false };

  /** Requests a page, whether or not the site is built: only the address matters. */
  async function visit(target: string): Promise<void> {
    const [answer] = await once(
      request({ ...tls, path: target, headers: { host } }).end(),
      'response',
    );
    await text(answer);
  }

  async function ask(
    method: string,
    target: string,
    { token, body, form, headers, refusal }: Asked = {},
  ): Promise<unknown> {
    const sent = request({
      ...tls,
      method,
      path: target,
      headers: {
        host,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    sent.end(form ? new URLSearchParams(form).toString() : body && JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    const written = await text(answer);
    const isAsExpected =
      refusal === undefined ? answer.statusCode < 300 : answer.statusCode === refusal;
    expect([method, target, isAsExpected || written]).toEqual([method, target, true]);
    return /json/.test(answer.headers['content-type'] ?? '') && written
      ? JSON.parse(written)
      : written;
  }

  /** Waits for its first message, or for the refusal. */
  async function openSocket(target: string, until: 'message' | 'close'): Promise<WebSocket> {
    const socket = new WebSocket(`wss://127.0.0.1:${port}${target}`, {
      rejectUnauthorized: false,
      headers: { host, origin: `https://${host}` },
    });
    await once(socket, until);
    return socket;
  }

  return { ask, visit, openSocket };
}
type Site = ReturnType<typeof siteAt>;

/** The secret of the link in the next email. */
async function secretInMail(mail: MailSink, to: string): Promise<string> {
  const found = /(?:token=|\/invitations\/)([\w-]{20,})/.exec((await mail.next({ to })).text)?.[1];
  if (found === undefined) throw new Error('no secret in the email');
  return found;
}

async function joinSite({ ask, visit }: Site, mail: MailSink, email: string) {
  const [password, newPassword] = [`Canary1${email}`, `Canary2${email}`];
  const names = { first_name: 'Canary', last_name: 'Canaria' };
  await ask('POST', `${api}/auth/register`, { body: { email, password, ...names } });
  const verification = await secretInMail(mail, email);
  await visit(`/verify?token=${verification}`);
  await ask('POST', `${api}/auth/verify`, { body: { token: verification } });
  await ask('POST', `${api}/auth/forgot-password`, { body: { email } });
  const reset = await secretInMail(mail, email);
  await visit(`/reset-password?token=${reset}`);
  await ask('POST', `${api}/auth/reset-password`, {
    body: { token: reset, password: newPassword },
  });
  await ask('POST', `${api}/auth/login`, {
    form: { username: email, password: 'Canary3wrong' },
    refusal: 400,
  });
  const form = { username: email, password: newPassword };
  const token = Token.parse(await ask('POST', `${api}/auth/login`, { form })).access_token;
  return { token, secrets: [password, newPassword, verification, reset, token, email] };
}

/** A retro from template to report, with a marker in every typed text. Returns the secrets. */
async function holdRetro(site: Site, mail: MailSink): Promise<string[]> {
  const { ask, visit, openSocket } = site;
  const guest = 'canary.guest@example.org';
  const { token, secrets } = await joinSite(site, mail, 'canary.robin@example.com');
  const o = (method: string, at: string, body?: unknown) => ask(method, api + at, { token, body });
  const made = async (at: string, body: unknown) => Id.parse(await o('POST', at, body)).id;

  await o('PATCH', '/users/me', { first_name: 'Canarina' });
  const team = await made('/teams', { name: 'Canary team', description: 'canary description' });
  await o('POST', `/teams/${team}/invitations`, { invited_user_email: guest });
  const invitation = await secretInMail(mail, guest);
  await visit(`/invitations/${invitation}`);
  await ask('GET', `${api}/teams/invitations/token/${invitation}`);
  const member = await joinSite(site, mail, guest);
  const g = (method: string, at: string, body?: unknown) =>
    ask(method, api + at, { token: member.token, body });
  await g('POST', `/teams/invitations/token/${invitation}/accept`);

  const newcomer = 'canary.newcomer@example.net';
  await o('POST', `/teams/${team}/invitations`, { invited_user_email: newcomer });
  const mailed = await secretInMail(mail, newcomer);
  const joining = { token: mailed, password: `Canary4${newcomer}`, first_name: 'Canary' };
  const joined = await ask('POST', `${api}/auth/register-invited`, { body: joining });
  const first = Token.parse(joined).access_token;
  const refreshed = await ask('POST', `${api}/auth/refresh`, { token: first, body: {} });
  const own = [mailed, joining.password, first, Token.parse(refreshed).access_token];

  const template_id = await made(`/teams/${team}/templates`, { name: 'Canary template', columns });
  const meeting = await made('/meetings', { name: 'Canary retro', team_id: team, template_id });
  const board = `/meetings/${meeting}`;
  await o('PUT', board, { settings: { check_in: true }, status: 'live' });
  const { ticket } = Ticket.parse(await g('POST', `${board}/live-ticket`));
  const socket = `${api}/ws${board}?token=`;
  const live = await openSocket(socket + ticket, 'message');
  const other = await openSocket(socket + member.token, 'message');
  other.close();
  for (const refused of [ticket, 'canary-that-is-no-token']) {
    await openSocket(socket + refused, 'close');
  }
  // It may end before the retro does.
  const gone = once(live, 'close');
  const key = randomBytes(32).toString('base64url');
  const scored = { token, headers: { [authorKeyHeader]: key } };
  await ask('PUT', `${api}${board}/mood`, { ...scored, body: { score: 4 } });
  await o('POST', `${board}/phase/next`, {});
  live.send(JSON.stringify({ type: 'note_editing', data: { note_id: 'canary frame' } }));
  live.send(`canary that is no frame${forgedLine}`);

  const note = async (content: string) =>
    Id.parse(await g('POST', `${board}/notes`, { content, note_type: 'went_well' })).id;
  const notes = [await note(`canary note${forgedLine}`), await note('canary other note')];
  await g('PUT', `${board}/notes/${notes[0]}`, { content: 'canary edited' });
  await ask('POST', `${api}${board}/notes`, {
    token,
    body: { content: 'canary'.repeat(999) },
    refusal: 422,
  });
  const { secret } = Secret.parse(await o('POST', `${board}/spectator-link`));
  const entry = await ask('POST', `${api}/spectator/session`, { body: { secret } });
  const screen = Token.parse(entry).access_token;
  await ask('GET', `${api}/spectator/board`, { token: screen });
  await o('POST', `${board}/phase/next`, {});
  await o('POST', `${board}/phase/next`, {});
  const topic = await made(`${board}/groups`, { note_ids: notes, title: 'Canary group' });
  await g('PUT', `${board}/notes/${notes[1]}/reactions/${encodeURIComponent('👍')}`);
  await o('POST', `${board}/phase/next`, {});
  await g('PUT', `${board}/topics/${topic}/votes`, { count: 1 });
  await o('POST', `${board}/phase/next`, {});
  await g('POST', `${board}/topics/${topic}/comments`, { content: 'canary comment' });
  const action = await made(`${board}/actions`, { text: 'canary action', topic_id: topic });
  await o('PUT', `/actions/${action}`, { status: 'dropped', reason: 'canary reason' });
  await o('POST', `${board}/phase/next`, {});
  await o('PUT', board, { status: 'closed' });
  const file = await o('GET', `${board}/export?format=json`);
  await o('POST', `/teams/${team}/imports`, file);
  await o('POST', `${board}/summary-mail`, {});
  await mail.next({ to: guest });
  await g('GET', '/me/export');
  await ask('GET', `${api}/nowhere?token=canary`, { token, refusal: 404 });
  await visit(`/login/callback?code=canary&state=${randomUUID()}`);
  live.close();
  await gone;
  return [...secrets, ...member.secrets, ...own, invitation, ticket, key, secret, screen];
}

it.skipIf(!canRunNginx).each(['production', 'development'])(
  'no log of a whole run in %s contains a secret or a typed text',
  async (mode) => {
    const dataDir = await makeFolder(onTestFinished);
    await using mail = await startMailSink();
    await using ending = new AsyncDisposableStack();
    const product = await startProductProcess({
      host: '127.0.0.1',
      keptOutput: 10_000_000,
      env: () => ({
        NODE_ENV: mode,
        LOG_LEVEL: 'trace',
        DATA_DIR: dataDir,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Wentwell <wentwell@example.com>',
        PUBLIC_URL: `https://${host}`,
        TRUST_PROXY: '127.0.0.1',
        REGISTRATION: 'open',
      }),
    });
    ending.defer(() => product.stop());
    const [http, https] = [await freePort(), await freePort()];
    const nodes = [new URL(product.url).host];
    const sample = await sampleNginx({ http, https, nodes, certificate });
    let logs: string[] = [];
    await using _nginx = await startNginxWith(`http://127.0.0.1:${http}`, (folder) => {
      logs = [accessLogIn(folder), errorLogIn(folder)];
      return sample(folder);
    });
    const secrets = await holdRetro(siteAt(https), mail);
    await product.stop();

    const files = [...logs, path.join(dataDir, 'postgres.log')];
    const [access = '', ...others] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    // They did log, until the end.
    expect(product.output()).toContain('/api/v1/meetings/:meetingId/summary-mail');
    expect(access).toMatch(/"GET \/api\/v1\/ws\/meetings\/[\w-]+" 101/);
    const written = [product.output(), access, ...others].join('\n');
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
    expect(secrets.filter((secret) => written.includes(encodeURIComponent(secret)))).toEqual([]);
    expect(written.match(/.*canar.*/gi) ?? []).toEqual([]);
  },
);
