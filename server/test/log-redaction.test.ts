// Bad requests with planted secrets and a verbose log: the log may contain none of them, and no typed text may look like a log
// line. whole-run-log.test.ts has the calls that succeed.
import { describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { sendRaw } from '#test/raw-http';

/** A log at its most verbose level, and its output. */
const listeningLog = (production: boolean) => collectLog('trace', undefined, production);

const api = '/api/v1';
const forged = '{"level":30,"msg":"all is well"}';
const canaries = {
  email: 'canary.robin@example.com',
  password: 'Canary1password',
  note: 'canary note text',
  search: 'canary-in-a-query',
  header: 'canary-in-a-header',
  broken: 'canary-in-a-broken-body',
  noToken: 'canary-that-is-no-token',
};

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
  it('describes bad requests without a secret, an address or a typed text', async () => {
    const { log, text } = listeningLog(production);
    {
      await using app = await buildTestApp({}, { log });
      await tellOfMishaps(app);
    }
    // The log did record the requests, by route.
    expect(text()).toContain('/api/v1/teams/invitations/token/:token');
    expect(text()).toContain('/api/v1/auth/register');
    expect(text()).not.toMatch(/canary/i);
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
