// deploy/nginx.conf and deploy/Caddyfile in real servers: TLS, sockets, addresses, and logs without secrets.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { LiveTicket } from '@wentwell/contract/live/live';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { makeKey } from './anonymous-scene.ts';
import { expectMeetingsOnOneNode, startAnsweringNode } from './answering-nodes.ts';
import { buildBoard } from './board-scene.ts';
import { buildTestApp } from './build-test-app.ts';
import { collectLog } from './collect-log.ts';
import { freePort } from './free-port.ts';
import { canRunNginx, startNginxWith } from './nginx.ts';
import { accessLogIn, errorLogIn, sampleNginx } from './sample-nginx.ts';

const certificate = new URL('example-certificate.pem', import.meta.url).pathname;
const host = 'retro.example.com';
const publicUrl = `https://${host}`;
const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';

interface RunningProxy extends AsyncDisposable {
  http: number;
  https: number;
  /** All that it has logged. */
  log(): Promise<string>;
}

async function startNginx(nodes: readonly string[]): Promise<RunningProxy> {
  const [http, https] = [await freePort(), await freePort()];
  const sample = await sampleNginx({ http, https, nodes, certificate });
  let logs: string[] = [];
  const nginx = await startNginxWith(`http://127.0.0.1:${http}`, (folder) => {
    logs = [accessLogIn(folder), errorLogIn(folder)];
    return sample(folder);
  });
  return {
    http,
    https,
    log: async () => (await Promise.all(logs.map((file) => readFile(file, 'utf8')))).join(''),
    [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose](),
  };
}

const caddy = 'caddy';
const canRunCaddy = spawnSync(caddy, ['version']).status === 0;
if (!canRunCaddy) {
  process.stderr.write(
    '\n!!! There is no Caddy: its sample is NOT TESTED. Debian: apt-get install caddy.\n\n',
  );
}

/** The sample with other ports, paths and node addresses. */
async function startCaddy(nodes: readonly string[]): Promise<RunningProxy> {
  const [http, https] = [await freePort(), await freePort()];
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-caddy-'));
  const ports = `admin off\n\tskip_install_trust\n\tdefault_sni ${host}\n\thttp_port ${http}\n\thttps_port ${https}`;
  const sample = await readFile(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8');
  const config = sample
    .replace('\n{\n', `\n{\n\t${ports}\n`)
    .replace(`${host} {\n`, `${host} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${certificate}\n`)
    .replace('127.0.0.1:3000', nodes.join(' '));
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, config);
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log).toContain('serving initial configuration');
  return {
    http,
    https,
    log: async () => log,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const proxies = [
  {
    name: 'nginx',
    canRun: canRunNginx,
    start: startNginx,
    line: (target: string) => `"GET ${target}" `,
    requestId: /^\w{32}$/,
    invitation: '/invitations/...',
  },
  {
    name: 'Caddy',
    canRun: canRunCaddy,
    start: startCaddy,
    line: (target: string) => `"uri":"${target}"`,
    requestId: /^[\w-]{36}$/,
    invitation: '',
  },
];

async function ask(
  { https }: RunningProxy,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const asked = request({
    host: '127.0.0.1',
    port: https,
    rejectUnauthorized: false,
    method,
    path: target,
    headers: { ...headers, host, 'x-forwarded-for': '203.0.113.9' },
  });
  const [answer] = await once(asked.end(), 'response');
  return { status: Number(answer.statusCode), body: await text(answer) };
}

for (const { name, canRun, start, line, requestId, invitation } of proxies) {
  describe.skipIf(!canRun)(`the sample for ${name}`, () => {
    it('forwards everything that the product needs', async () => {
      const { log, lines } = collectLog('info');
      const settings = { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' };
      await using app = await buildTestApp(settings, { log });
      const { owner, meeting, path: board } = await buildBoard(app);
      await using proxy = await start([new URL(app.url).host]);
      const authorization = `Bearer ${owner.token}`;

      const login = `/login?next=${secret}`;
      const plain = get({ host: '127.0.0.1', port: proxy.http, path: login, headers: { host } });
      const [{ headers }] = await once(plain, 'response');
      expect(headers.location).toBe(publicUrl + login);

      const as = { method: 'POST', headers: { authorization } };
      const made = await ask(proxy, `${board}/live-ticket`, as);
      const { ticket } = LiveTicket.parse(JSON.parse(made.body));
      const at = `/api/v1/ws/meetings/${meeting.id}`;
      const socket = new WebSocket(`wss://127.0.0.1:${proxy.https}${at}?token=${ticket}`, {
        rejectUnauthorized: false,
        headers: { host, origin: publicUrl },
      });
      const [frame] = await once(socket, 'message');
      expect(String(frame)).toContain('welcome');
      socket.close();
      await once(socket, 'close');

      const key = { authorization, 'X-Author-Key': makeKey(1) };
      await ask(proxy, `${board}/notes`, { method: 'POST', headers: key });
      const preflight = { 'Access-Control-Request-Method': 'POST' };
      await ask(proxy, `${board}/notes`, { method: 'OPTIONS', headers: preflight });
      await ask(proxy, `/login/callback?code=${secret}&state=${secret}`);
      for (const place of ['/api/v1/teams/invitations/token/', '/invitations/']) {
        await ask(proxy, `${place}${secret}`);
      }
      await ask(proxy, '/last');
      // A request is logged at its end.
      await expect.poll(proxy.log).toContain(line('/last'));
      const written = await proxy.log();
      expect(written).toContain(line(at));
      expect(written).toContain(line(invitation));
      // Anonymous notes: neither the write nor its preflight is logged.
      for (const hidden of [secret, ticket, owner.token, '/notes']) {
        expect(written).not.toContain(hidden);
      }

      // The client's address, whatever it claims.
      const asked = lines().find((each) => String(each['route']).endsWith('/live-ticket'));
      expect(asked).toMatchObject({
        address: '127.0.0.1',
        reqId: expect.stringMatching(requestId),
      });
      expect(lines().filter(({ msg }) => msg.includes('TRUST_PROXY'))).toEqual([]);
    });

    it('logs no secret of an address while no node answers', async () => {
      await using proxy = await start([`127.0.0.1:${await freePort()}`]);
      const headers = { authorization: `Bearer ${secret}` };
      for (const target of [`/reset-password?token=${secret}`, `/invitations/${secret}`, '/last']) {
        expect([502, 503]).toContain((await ask(proxy, target, { headers })).status);
      }
      await expect.poll(proxy.log).toContain(line('/last'));
      expect(await proxy.log()).toContain(line(invitation));
      expect(await proxy.log()).not.toContain(secret);
    });

    it('sends a meeting to one node, and to another one while that is away', async () => {
      await using first = await startAnsweringNode();
      await using second = await startAnsweringNode();
      await using proxy = await start([first.address, second.address]);
      const answerTo = async (target: string) => (await ask(proxy, target)).body;
      await expectMeetingsOnOneNode([first, second], answerTo);
    });
  });
}
