// The log of requests and refused sockets.
import { connect } from 'node:net';

import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { buildBoard } from './board-scene.ts';
import { buildTestApp } from './build-test-app.ts';
import { collectLog } from './collect-log.ts';
import { buildUser } from './factories.ts';
import { openLiveClient } from './live-client.ts';
import { canRunNginx, startNginx } from './nginx.ts';

const me = '/api/v1/users/me';

it('a request is one line with address, user, request id and node, without any text', async () => {
  const { log, lines } = collectLog('info', 'node-1');
  await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' }, { log });
  const user = await buildUser(app);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const answer = await app.request('GET', `${me}?q=typed`, { as: user, headers });
  const [line, ...more] = lines().filter(({ msg }) => msg === 'request');
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    method: 'GET',
    route: me,
    status: 200,
    address: '203.0.113.9',
    userId: user.id,
    reqId: answer.headers.get('x-request-id'),
    node: 'node-1',
  });
  expect(JSON.stringify(line)).not.toMatch(/typed|@/);
});

it('probes are at debug level', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({}, { log });
  for (const path of ['/health/live', '/health/ready', '/version']) await app.request('GET', path);
  const requests = lines().filter(({ msg }) => msg === 'request');
  expect(requests.map(({ level }) => level)).toEqual([20, 20, 30]);
});

it('a client that disconnects during its body does not count as a lost database', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({}, { log });
  const { hostname, port } = new URL(app.url);
  const client = connect(Number(port), hostname);
  const head = `POST /api/v1/auth/register HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json`;
  client.end(`${head}\r\nContent-Length: 100\r\n\r\n{`);
  const messages = () => lines().map(({ msg }) => msg);
  await expect.poll(messages).toContain('the client went away');
  expect(messages()).not.toContain('database away');
});

it('a request refused for the database is one warning with the reason, without a stack', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({}, { log });
  const { owner, path } = await buildBoard(app);
  await app.db.execute(
    sql.raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'going down' using errcode = '57P01'; end $$`),
  );
  await app.db.execute(
    sql`create trigger refuse before insert on board_changes execute function refuse()`,
  );
  const answer = await app.post(owner, `${path}/notes`, { content: 'A note' });
  expect(answer.status).toBe(503);
  const reqId = answer.headers.get('x-request-id');
  const warnings = lines().filter((line) => line['reqId'] === reqId && line.level > 30);
  expect(warnings).toMatchObject([
    { msg: 'database away', cause: { code: '57P01', message: 'going down' } },
  ]);
  expect(JSON.stringify(warnings)).not.toMatch(/stack|\.ts:/);
});

it.each(['proxy.id-2026_11', 'a'.repeat(64), '01234567'])(
  'a well-formed X-Request-Id of a trusted proxy is kept, answered and logged: %s',
  async (id) => {
    const { log, lines } = collectLog();
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' }, { log });
    const answer = await app.request('GET', me, { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.problem?.request_id).toBe(id);
    expect(lines().find(({ msg }) => msg === 'request')?.['reqId']).toBe(id);
  },
);

it.each(['short', 'a'.repeat(65), 'two words here', 'ada@example.com', '{"level":60}'])(
  'an X-Request-Id that is not well formed is replaced: %s',
  async (id) => {
    const { log, lines } = collectLog();
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' }, { log });
    const answer = await app.request('GET', me, { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(lines())).not.toContain(JSON.stringify(id).slice(1, -1));
  },
);

it('only a trusted proxy sets a request’s id', async () => {
  await using app = await buildTestApp({ TRUST_PROXY: '192.0.2.1' });
  const answer = await app.request('GET', me, { headers: { 'x-request-id': 'chosen-by-me' } });
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

it('a socket from another origin is logged with the origin and the setting to change', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({}, { log });
  const { owner, meeting } = await buildBoard(app);
  const live = app.liveAddress(meeting.id, owner.token);
  const headers = { origin: 'https://retro.example.com/?token=typed' };
  await expect(openLiveClient(live, headers)).rejects.toThrow('403');
  const refused = lines().filter(({ msg }) => msg.includes('a socket was refused'));
  expect(refused).toEqual([
    expect.objectContaining({
      level: 40,
      reason: 'origin',
      status: 403,
      origin: 'https://retro.example.com',
      address: '127.0.0.1',
      msg: expect.stringContaining('PUBLIC_URL'),
    }),
  ]);
  expect(JSON.stringify(refused)).not.toContain(owner.token);
});

it.skipIf(!canRunNginx)('a proxy that drops Upgrade is reported with what to forward', async () => {
  const { log, lines } = collectLog();
  await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' }, { log });
  const { owner, meeting } = await buildBoard(app);
  await using nginx = await startNginx(app.url, '');
  const live = app.liveAddress(meeting.id, owner.token);
  const proxied = live.replace(app.url.replace('http', 'ws'), nginx.url.replace('http', 'ws'));
  await expect(openLiveClient(proxied)).rejects.toThrow('404');
  const refused = lines().filter(({ msg }) => msg.includes('a socket was refused'));
  expect(refused).toEqual([
    expect.objectContaining({
      level: 40,
      reason: 'upgrade',
      msg: expect.stringContaining('proxy_set_header Upgrade $http_upgrade'),
    }),
  ]);
  expect(JSON.stringify(refused)).not.toContain(owner.token);
});
