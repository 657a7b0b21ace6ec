// Requests to the whole product: accepted by a route, or refused before.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

import { Problem } from '@wentwell/contract/errors';
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { newTimelessId } from '#server/platform/ids';
import { programVersion } from '#server/platform/program-version';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, fileApp, said } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';
import { freePort } from '#test/free-port';
import { sendRaw } from '#test/raw-http';

import { frontServer } from './front-server.ts';

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
    expect(said(answer)).toEqual([404, 'NOT_FOUND']);
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

// A node's answers before it is up and while it stops.
const log = pino({ level: 'silent' });
const makeFront = (to = log) => frontServer({ ownOrigins: ['http://localhost'] }, to);
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');

describe('before the start', () => {
  it('is alive, not ready, and answers everything else with "starting" and Retry-After', async () => {
    const port = await freePort();
    const front = makeFront();
    await front.listen({ host: '127.0.0.1', port, isPrivate: true });
    front.serve((_request, response) => response.end('the product'));
    const ask = (path: string, accept = '*/*') =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept, connection: 'close' } });

    const live = await ask('/health/live');
    expect([live.status, await live.json()]).toEqual([
      200,
      { status: 'live', version: programVersion },
    ]);
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }]);
    const call = await ask('/api/v1/users/me');
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2']);
    expect(Problem.parse(await call.json()).code).toBe('STARTING');
    const page = await ask('/', 'text/html');
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('is starting')]);

    front.open();
    expect(await (await ask('/')).text()).toBe('the product');
    await front.close();
  });

  it('listens on every address of localhost', async () => {
    const port = await freePort();
    const front = makeFront();
    await front.listen({ host: 'localhost', port, isPrivate: false });
    for (const { address, family } of await lookup('localhost', { all: true })) {
      const host = family === 6 ? `[${address}]` : address;
      const answer = await fetch(`http://${host}:${port}/health/live`).catch(() => null);
      // Some machines list an IPv6 address that does not exist.
      if (family === 4) expect(answer?.status).toBe(200);
    }
    await front.close();
  });

  it.runIf(hasIpv6)('listens on both loopback addresses of a private start', async () => {
    const { log: collected, lines } = collectLog();
    const [front, second] = [makeFront(collected), makeFront(collected)];
    const port = await freePort();
    await front.listen({ host: '::1', port, isPrivate: true });
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    await front.close();

    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await second.listen({ host: '::1', port, isPrivate: true });
    expect((await fetch(`http://[::1]:${port}/health/live`)).status).toBe(200);
    expect(lines().map(({ msg }) => msg)).toEqual([
      `port ${port} of 127.0.0.1 is another program's: open ::1`,
    ]);
    await second.close();
    other.close();
  });

  it('refuses a taken port immediately', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const place = other.address();
    const port = typeof place === 'object' && place ? place.port : 0;
    const front = makeFront();
    await expect(front.listen({ host: '127.0.0.1', port, isPrivate: true })).rejects.toThrow(
      'EADDRINUSE',
    );
    await front.close();
    other.close();
  });
});

describe('during the shutdown', () => {
  interface Outcome {
    status: number | null;
    connection: string | undefined;
  }

  it('every change either gets its whole answer or has not begun', async () => {
    await using other = await buildTestApp();
    const node = await buildTestApp({}, { beside: other });
    const { owner, path } = await buildBoard(other);
    const agent = new Agent({ keepAlive: true });

    /** One attempt; a missing or partial answer has status null. */
    function send(method: string, address: string, body?: unknown): Promise<Outcome> {
      return new Promise((resolve) => {
        const failed = () => resolve({ status: null, connection: undefined });
        const headers = {
          authorization: `Bearer ${owner.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        const request = httpRequest(node.url + address, { method, agent, headers }, (response) => {
          response.once('error', failed).resume();
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? null,
              connection: response.headers.connection,
            }),
          );
        });
        request.once('error', failed);
        request.end(body === undefined ? undefined : JSON.stringify(body));
      });
    }

    const holder = new pg.Client(other.connection);
    await holder.connect();
    await holder.query('begin; lock table notes in share row exclusive mode');
    const ids = Array.from({ length: 12 }, () => newTimelessId(NoteId));
    const writes = ids.map((id) => send('POST', `${path}/notes`, { id, content: 'under way' }));
    await expect
      .poll(async () => {
        const waiting = `select 1 from pg_locks where not granted and relation = 'notes'::regclass`;
        return (await holder.query(waiting)).rowCount;
      })
      .toBeGreaterThan(0);
    const closing = node[Symbol.asyncDispose]();
    await expect.poll(() => fetch(node.url).catch(() => 'refused')).toBe('refused');
    await holder.query('commit');
    await holder.end();
    const outcomes = await Promise.all(writes);
    await closing;
    agent.destroy();

    const kept = await other.read(owner, `${path}/notes`, z.array(Note));
    const answered = ids.filter((_, index) => outcomes[index]?.status === 201);
    expect(kept.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
    expect(answered.length).toBeGreaterThan(0);
    for (const { status, connection } of outcomes) {
      if (status !== null) expect([status, connection]).toEqual([201, 'close']);
    }
  });
});
