// Requests to the whole product: accepted by a route, or refused before.
import { Problem } from '@wentwell/contract/errors';
import { describe, expect, it } from 'vitest';

import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { sendRaw } from '#test/raw-http';

const app = await fileApp();
const user = await buildUser(app);

const me = '/api/v1/users/me';

describe('a token', () => {
  it('is accepted as a bearer token only', async () => {
    expect((await app.get(user, me)).status).toBe(200);
    const lower = { authorization: `bearer ${user.token}` };
    expect((await app.request('GET', me, { headers: lower })).status).toBe(200);
  });

  it.each([
    [
      'a cookie',
      () => ({ cookie: `access_token=${user.token}; authorization=Bearer ${user.token}` }),
    ],
    ['another scheme', () => ({ authorization: `Basic ${user.token}` })],
    ['no scheme', () => ({ authorization: user.token })],
    ['two at once', () => ({ authorization: `Bearer ${user.token}, Bearer ${user.token}` })],
    ['another header', () => ({ 'x-access-token': user.token })],
  ])('does not open as %s', async (_what, headers) => {
    for (const [method, body] of [['GET'], ['PATCH', { first_name: 'Mallory' }]] as const) {
      const answer = await app.request(method, me, { headers: headers(), ...(body && { body }) });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(answer200(await app.get(user, me))).not.toHaveProperty('first_name', 'Mallory');
  });

  it('is refused in query and body', async () => {
    const query = `?access_token=${user.token}&token=${user.token}`;
    expect((await app.request('GET', me + query)).status).toBe(401);
    const body = { access_token: user.token, token: user.token, first_name: 'Mallory' };
    expect((await app.request('PATCH', me, { body })).status).toBe(401);
  });
});

function answer200({ status, body }: { status: number; body: unknown }): unknown {
  expect(status).toBe(200);
  return body;
}

describe('the public port', () => {
  it.each(['/health/live', '/api/v1/version', '/login', '/nowhere'])(
    'answers HEAD of %s like GET, without the body',
    async (path) => {
      const ask = (method: string) =>
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n`;
      const last = (method: string) => `${ask(method)}Connection: close\r\n\r\n`;
      const head = await sendRaw(app.url, last('HEAD'));
      const get = await sendRaw(app.url, last('GET'));
      expect(head.status).toBe(get.status);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      }
      expect(head.body).toBe('');
      expect(get.body).not.toBe('');
      // The connection stays open: the next answer follows.
      const both = await sendRaw(app.url, `${ask('HEAD')}\r\n`, last('GET'));
      expect(both.body).toMatch(/^HTTP\/1\.1 /);
    },
  );

  it.each([
    '/metrics',
    '/debug',
    '/debug/pprof',
    '/status',
    '/.git/config',
    '/.env',
    '/server/src/main.ts',
    '/package.json',
    '/api',
    '/api/v1',
    '/api/v1/metrics',
  ])('has nothing at %s', async (path) => {
    const answer = await app.request('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.problem?.code).toBe('NOT_FOUND');
  });

  it.each(['TRACE', 'PROPFIND', 'PUT'])('has no %s where there is a GET', async (method) => {
    if (method !== 'TRACE') expect((await app.request(method, '/api/version')).status).toBe(404);
    // fetch itself forbids TRACE.
    else await expect(app.request(method, '/api/version')).rejects.toThrow(/TRACE|method/i);
  });

  it('answers 503 with Retry-After while the database is down, and that the process lives', async () => {
    const connection = { host: '127.0.0.1', port: 1, user: 'u', database: 'd' };
    await using stranded = await buildTestApp({}, { beside: { connection } });
    const answer = await stranded.get(user, me);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Problem.parse(answer.body).detail).toBe(
      'Service temporarily unavailable. Please try again later.',
    );
    expect((await stranded.request('GET', '/health/live')).status).toBe(200);
    expect((await stranded.request('GET', '/health/ready')).status).toBe(503);
  });
});
