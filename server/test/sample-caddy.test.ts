// deploy/Caddyfile in a real Caddy: TLS, sockets, addresses, and logs without secrets.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { LiveTicket } from '@wentwell/contract/live/live';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { makeKey } from './anonymous-scene.ts';
import { expectMeetingsOnOneNode, startAnsweringNode } from './answering-nodes.ts';
import { buildBoard } from './board-scene.ts';
import { buildTestApp } from './build-test-app.ts';
import { collectLog } from './collect-log.ts';
import { freePort } from './free-port.ts';

const sample = new URL('../../deploy/Caddyfile', import.meta.url);
const certificate = new URL('example-certificate.pem', import.meta.url).pathname;
const host = 'retro.example.com';
const publicUrl = `https://${host}`;
const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';

const program = 'caddy';
const canRunCaddy = spawnSync(program, ['version']).status === 0;
if (!canRunCaddy) {
  process.stderr.write(
    '\n!!! There is no Caddy: its sample is NOT TESTED. Debian: apt-get install caddy.\n\n',
  );
}

/** The sample with other ports, paths and node addresses, separated by spaces. */
async function startCaddy(nodes: string) {
  const [http, https] = [await freePort(), await freePort()];
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-caddy-'));
  const ports = `admin off\n\tskip_install_trust\n\tdefault_sni ${host}\n\thttp_port ${http}\n\thttps_port ${https}`;
  const config = (await readFile(sample, 'utf8'))
    .replace('\n{\n', `\n{\n\t${ports}\n`)
    .replace(`${host} {\n`, `${host} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${certificate}\n`)
    .replace('127.0.0.1:3000', nodes);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, config);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log).toContain('serving initial configuration');
  return {
    log: () => log,
    https,
    async ask(method: string, target: string, more: Record<string, string> = {}) {
      const headers = { ...more, host, 'x-forwarded-for': '203.0.113.9' };
      const tls = { host: '127.0.0.1', port: https, rejectUnauthorized: false };
      const [answer] = await once(
        request({ ...tls, method, path: target, headers }).end(),
        'response',
      );
      return { status: Number(answer.statusCode), body: await text(answer) };
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

it.skipIf(!canRunCaddy)('the Caddy sample forwards everything that the product needs', async () => {
  const { log, lines } = collectLog('info');
  await using app = await buildTestApp(
    { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' },
    { log },
  );
  const { owner, meeting, path: board } = await buildBoard(app);
  await using caddy = await startCaddy(new URL(app.url).host);

  const authorization = `Bearer ${owner.token}`;
  const made = await caddy.ask('POST', `${board}/live-ticket`, { authorization });
  const { ticket } = LiveTicket.parse(JSON.parse(made.body));
  const address = `wss://127.0.0.1:${caddy.https}/api/v1/ws/meetings/${meeting.id}?token=${ticket}`;
  const socket = new WebSocket(address, {
    rejectUnauthorized: false,
    headers: { host, origin: publicUrl },
  });
  const [frame] = await once(socket, 'message');
  expect(String(frame)).toContain('welcome');
  socket.close();
  await once(socket, 'close');

  await caddy.ask('POST', `${board}/notes`, { authorization, 'X-Author-Key': makeKey(1) });
  await caddy.ask('OPTIONS', `${board}/notes`, { 'Access-Control-Request-Method': 'POST' });
  await caddy.ask('GET', `/login/callback?code=${secret}&state=${secret}`);
  for (const place of ['/api/v1/teams/invitations/token/', '/invitations/']) {
    await caddy.ask('GET', `${place}${secret}`);
  }
  await expect.poll(() => caddy.log().match(/"handled request"/g)).toHaveLength(5);
  expect(caddy.log()).toContain(`"uri":"/api/v1/ws/meetings/${meeting.id}"`);
  // Anonymous notes: neither the write nor its preflight is logged.
  for (const hidden of [secret, ticket, owner.token, '/notes'])
    expect(caddy.log()).not.toContain(hidden);

  // The client's address, whatever it claims.
  const asked = lines().find((line) => String(line['route']).endsWith('/live-ticket'));
  expect(asked).toMatchObject({
    address: '127.0.0.1',
    reqId: expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(lines().filter(({ msg }) => msg.includes('TRUST_PROXY'))).toEqual([]);
});

it.skipIf(!canRunCaddy)(
  'while no node answers, Caddy’s logs contain no secret of an address',
  async () => {
    await using caddy = await startCaddy(`127.0.0.1:${await freePort()}`);
    for (const target of [`/reset-password?token=${secret}`, `/invitations/${secret}`]) {
      const { status } = await caddy.ask('GET', target, { authorization: `Bearer ${secret}` });
      expect([502, 503]).toContain(status);
    }
    await expect.poll(() => caddy.log().match(/"handled request"/g)).toHaveLength(2);
    expect(caddy.log()).not.toContain(secret);
  },
);

it.skipIf(!canRunCaddy)(
  'Caddy sends a meeting to one node, and to another one while that is away',
  async () => {
    await using first = await startAnsweringNode();
    await using second = await startAnsweringNode();
    await using caddy = await startCaddy(`${first.address} ${second.address}`);
    await expectMeetingsOnOneNode(
      [first, second],
      async (target) => (await caddy.ask('GET', target)).body,
    );
  },
);
