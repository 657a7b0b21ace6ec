// Rules of every answer: headers, problem documents, limits (docs/api.md ).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Problem } from '@wentwell/contract/errors';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#server/platform/clock';
import { buildHttpServer } from '#server/platform/http/http-server';
import { registerRateLimits } from '#server/platform/http/rate-limits';
import { serveSite } from '#server/platform/http/site';
import { sendRaw } from '#test/raw-http';

const webOrigin = 'https://app.example.com';
const secret = 'select * from users where email = $1 -- /srv/wentwell/server.ts';

async function start() {
  const site = mkdtempSync(path.join(tmpdir(), 'wentwell-site-'));
  writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>Site</title>');
  writeFileSync(path.join(site, 'landing.html'), '<!doctype html><title>Landing</title>');
  writeFileSync(path.join(site, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const http = await buildHttpServer({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    ownOrigins: ['https://retro.example.com'],
    allowedOrigins: ['https://retro.example.com', webOrigin],
    trustProxy: [],
  });
  registerRateLimits(http, { times: 1, exempt: [] });
  const body = z.object({ name: z.string(), count: z.number().int().optional() });
  http.post('/api/echo', { schema: { body } }, async (request) => request.body);
  http.post('/api/nothing', async (_request, reply) => reply.status(204).send());
  http.get('/api/thing', () => ({ name: 'thing' }));
  const accountLimit = { max: 0, timeWindow: 60_000, accountOf: () => 'robin' };
  http.get('/api/limited', { config: { accountLimit } }, () => ({}));
  http.get('/api/broken', () => {
    throw new Error(secret);
  });
  http.get(
    '/api/mismatch',
    { schema: { response: { 200: z.object({ name: z.string() }) } } },
    async (_request, reply) => reply.send(JSON.parse('{"nam":1}')),
  );
  await serveSite(http, site, {
    publicUrl: 'https://retro.example.com',
    apiOrigin: null,
    passwordLogin: true,
    registration: { mode: 'open', domains: [] },
    landing: true,
    offlinePage: true,
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async end() {
      await http.close();
      rmSync(site, { recursive: true });
    },
  };
}

let server: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.end());

const json = { 'content-type': 'application/json' };

function ask(at: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.url + at, init);
}

function post(at: string, body: string, headers: Record<string, string> = json): Promise<Response> {
  return ask(at, { method: 'POST', body, headers });
}

const big = JSON.stringify({ name: 'x'.repeat(70_000) });

const answers: Record<string, [number, () => Promise<Response>]> = {
  'an answer': [200, () => ask('/api/thing')],
  'an answer without a body': [204, () => ask('/api/nothing', { method: 'POST' })],
  'a file': [200, () => ask('/icon.svg')],
  'a page': [200, () => ask('/login')],
  'a page that is not there': [404, () => ask('/nowhere', { headers: { accept: 'text/html' } })],
  'a call that is not there': [404, () => ask('/api/nowhere')],
  'an unreadable address': [400, () => ask('/api/%zz?token=secret')],
  'no JSON': [400, () => post('/api/echo', '{')],
  'a body too large': [413, () => post('/api/echo', big)],
  text: [415, () => post('/api/echo', '{}', { 'content-type': 'text/plain' })],
  'a field that fails': [422, () => post('/api/echo', '{}')],
  'too many tries': [429, () => ask('/api/limited')],
  'a failure': [500, () => ask('/api/broken')],
  'an answer that fits no schema': [500, () => ask('/api/mismatch')],
};

function expectHardened(headers: { get(name: string): string | null | undefined }): void {
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\)/);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "script-src 'self'", "object-src 'none'"]) {
    expect(policy.split('; ')).toContain(part);
  }
  for (const part of ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
    expect(policy.split('; ')).toContain(part);
  }
  expect(policy).toContain("connect-src 'self' wss://retro.example.com");
  expect(headers.get('server') ?? null).toBeNull();
  expect(headers.get('x-powered-by') ?? null).toBeNull();
}

describe.each(Object.entries(answers))('%s', (_what, [status, give]) => {
  it(`is ${status} with the headers of every answer`, async () => {
    const answer = await give();
    expect(answer.status).toBe(status);
    expectHardened(answer.headers);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const isApi = new URL(answer.url).pathname.startsWith('/api');
    if (isApi) expect(answer.headers.get('cache-control')).toBe('no-store');
    const type = answer.headers.get('content-type');
    if (status >= 400 && type !== 'text/html; charset=utf-8') {
      expect(type).toBe('application/problem+json; charset=utf-8');
      const problem = Problem.parse(await answer.json());
      expect(problem.status).toBe(status);
      expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
    } else if (isApi && status === 200) {
      expect(type).toBe('application/json; charset=utf-8');
    }
  });
});

it('an unchanged file is 304 with the headers of every answer', async () => {
  const tag = (await ask('/icon.svg')).headers.get('etag') ?? '';
  const lines = ['GET /icon.svg HTTP/1.1', 'Host: x', `If-None-Match: ${tag}`, 'Connection: close'];
  const answer = await sendRaw(server.url, `${lines.join('\r\n')}\r\n\r\n`);
  expect(answer.status).toBe(304);
  expect(answer.body).toBe('');
  expectHardened(answer.headers);
});

describe('invalid HTTP', () => {
  it.each([
    ['nonsense', 400, 'NONSENSE\r\n\r\n'],
    ['a header that is none', 400, 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is %d with the headers of every answer', async (_what, status, bytes) => {
    const answer = await sendRaw(server.url, bytes);
    expect(answer.status).toBe(status);
    expectHardened(answer.headers);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const problem = Problem.parse(JSON.parse(answer.body));
    expect(problem).toMatchObject({ status, request_id: answer.headers.get('x-request-id') });
  });

  it.each([
    ['without a host', 'GET /api/thing HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'that expects something unknown',
      'GET /api/thing HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
  ])('a request %s is answered with the headers of every answer', async (_what, bytes) => {
    const answer = await sendRaw(server.url, bytes);
    expect(answer.status).toBe(200);
    expectHardened(answer.headers);
  });
});

describe('a failure', () => {
  it('shows its request id, and no message, stack, SQL or path', async () => {
    const text = await (await ask('/api/broken')).text();
    expect(Problem.parse(JSON.parse(text))).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Something went wrong on our side. Please try again.',
      code: 'INTERNAL',
      request_id: expect.any(String),
    });
    expect(text).not.toMatch(/select|\/srv|\bat /);
  });

  it('repeats no undecodable address', async () => {
    expect(await (await ask('/api/%zz?token=secret')).text()).not.toContain('secret');
  });
});

describe('a body', () => {
  it('of 64 KiB is read, and of one byte more is not', async () => {
    const fill = (size: number) =>
      JSON.stringify({ name: 'x'.repeat(size - '{"name":""}'.length) });
    expect((await post('/api/echo', fill(64 * 1024))).status).toBe(200);
    expect((await post('/api/echo', fill(64 * 1024 + 1))).status).toBe(413);
  });

  it('of a megabyte is refused by its announced length before it is sent', async () => {
    const head = `POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`;
    const answer = await sendRaw(server.url, head);
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('in chunks is refused once it is too large, without waiting for its end', async () => {
    const head = `POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    expect((await sendRaw(server.url, head, chunk, chunk, chunk)).status).toBe(413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLEncoded; charset=utf-8',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/xml',
  ])('of %s is 415: pages of others can send it without asking', async (type) => {
    expect((await post('/api/echo', '{"name":"x"}', { 'content-type': type })).status).toBe(415);
  });

  it.each([
    ['__proto__', '{"name":"x","__proto__":{"polluted":true}}'],
    ['an escaped __proto__', String.raw`{"name":"x","\u005f_proto__":{"polluted":true}}`],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"polluted":true}}}'],
    ['__proto__ deep inside', '{"name":"x","more":[{"a":{"__proto__":{"polluted":true}}}]}'],
  ])('with %s is 422 and pollutes no prototype', async (_what, body) => {
    expect((await post('/api/echo', body)).status).toBe(422);
    expect({}).not.toHaveProperty('polluted');
  });

  it('without a byte counts as absent', async () => {
    expect((await post('/api/nothing', '')).status).toBe(204);
    expect((await post('/api/echo', '')).status).toBe(422);
  });

  it('uses the last of duplicate keys, and ignores unknown ones', async () => {
    const answer = await post('/api/echo', '{"name":"first","name":"last","role":"admin"}');
    expect(await answer.json()).toEqual({ name: 'last' });
  });

  it.each(['1e400', '-1e400', '1.5', '9007199254740993', '"1"', '[1]'])(
    'with %s for a whole number is 422',
    async (number) => {
      expect((await post('/api/echo', `{"name":"x","count":${number}}`)).status).toBe(422);
    },
  );

  it('nested deeper than 32 levels is 422', async () => {
    const nested = (levels: number) => `"more":${'['.repeat(levels)}"}]"${']'.repeat(levels)}`;
    expect((await post('/api/echo', `{"name":"x",${nested(31)}}`)).status).toBe(200);
    const answer = await post('/api/echo', `{"name":"x",${nested(32)}}`);
    expect(answer.status).toBe(422);
    const { errors } = Problem.parse(await answer.json());
    expect(errors).toMatchObject([{ loc: ['body'], type: 'too_deep' }]);
  });

  it.each([
    ['lists', (count: number) => `[${'[],'.repeat(count)}0]`],
    [
      'keys',
      (count: number) =>
        JSON.stringify(
          Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])),
        ),
    ],
  ])('with thousands of %s is 422, wherever they are', async (_what, many) => {
    const send = (count: number) => post('/api/echo', `{"name":"x","more":${many(count)}}`);
    expect((await send(1000)).status).toBe(200);
    const { errors } = Problem.parse(await (await send(5000)).json());
    expect(errors).toMatchObject([{ loc: ['body'], type: 'too_many_values' }]);
  });
});

describe('another site', () => {
  const preflight = (origin: string) =>
    ask('/api/echo', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('that serves our pages may call and read', async () => {
    const allowed = await preflight(webOrigin);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(webOrigin);
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    // Each preflight precedes another request.
    expect(allowed.headers.get('access-control-max-age')).toBe('86400');
    const answer = await ask('/api/thing', { headers: { origin: webOrigin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(webOrigin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Total-Count');
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });

  it.each([
    'https://evil.test',
    'null',
    'https://app.example.com.evil.test',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com@evil.test',
  ])('%s may not', async (origin) => {
    const answer = await ask('/api/thing', { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const refused = await preflight(origin);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });
});
