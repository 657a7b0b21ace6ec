// deploy/nginx.conf in a real nginx: redirect, TLS, sockets, addresses, and a log without secrets.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
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
import { canRunNginx, startNginxWith } from './nginx.ts';
import { accessLogIn, errorLogIn, sampleNginx } from './sample-nginx.ts';

const certificate = new URL('example-certificate.pem', import.meta.url).pathname;
const publicUrl = 'https://retro.example.com';

it.skipIf(!canRunNginx)('the nginx sample forwards everything that the product needs', async () => {
  const { log, lines } = collectLog('info');
  await using app = await buildTestApp(
    { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' },
    { log },
  );
  const { owner, meeting, path } = await buildBoard(app);
  const [http, https] = [await freePort(), await freePort()];
  const sample = await sampleNginx({ http, https, nodes: [new URL(app.url).host], certificate });
  let accessLog = '';
  await using _nginx = await startNginxWith(`http://127.0.0.1:${http}`, (folder) => {
    accessLog = accessLogIn(folder);
    return sample(folder);
  });
  const tls = { host: '127.0.0.1', port: https, rejectUnauthorized: false };
  async function ask(method: string, target: string, more: Record<string, string> = {}) {
    const headers = {
      ...more,
      host: 'retro.example.com',
      authorization: `Bearer ${owner.token}`,
      'x-forwarded-for': '203.0.113.9',
    };
    const asked = request({ ...tls, method, path: target, headers }).end();
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode, body: await text(answer) };
  }

  const plain = await fetch(`http://127.0.0.1:${http}/login?next=x`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([301, `${publicUrl}/login?next=x`]);

  const { ticket } = LiveTicket.parse(JSON.parse((await ask('POST', `${path}/live-ticket`)).body));
  const address = `wss://127.0.0.1:${https}/api/v1/ws/meetings/${meeting.id}?token=${ticket}`;
  const socket = new WebSocket(address, {
    rejectUnauthorized: false,
    headers: { host: 'retro.example.com', origin: publicUrl },
  });
  const [frame] = await once(socket, 'message');
  expect(String(frame)).toContain('welcome');
  socket.close();
  await once(socket, 'close');

  const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
  await ask('GET', `/login/callback?code=${secret}&state=${secret}`);
  await fetch(`http://127.0.0.1:${http}/login/callback?code=${secret}`, { redirect: 'manual' });
  await ask('POST', `${path}/notes`, { 'X-Author-Key': makeKey(1) });
  await ask('OPTIONS', `${path}/notes`, { 'Access-Control-Request-Method': 'POST' });
  for (const place of ['/invitations/', '/api/v1/teams/invitations/token/']) {
    await ask('GET', `${place}${secret}`);
  }
  // nginx logs a request at its end, so the last request's line is last.
  await expect.poll(() => readFile(accessLog, 'utf8')).toContain('invitations/token/...');
  const written = await readFile(accessLog, 'utf8');
  expect(written).toContain(`"GET /api/v1/ws/meetings/${meeting.id}" 101`);
  expect(written).not.toContain(secret);
  expect(written).not.toContain(ticket);
  // Anonymous notes: neither the write nor its preflight is logged.
  expect(written).not.toContain(`${path}/notes`);

  // The client's address, whatever it claims; the request id is that of nginx's line.
  const asked = lines().find((line) => String(line['route']).endsWith('/live-ticket'));
  expect(asked).toMatchObject({ address: '127.0.0.1', reqId: expect.stringMatching(/^\w{32}$/) });
  expect(written).toContain(String(asked?.['reqId']));
  expect(lines().filter(({ msg }) => msg.includes('TRUST_PROXY'))).toEqual([]);
});

it.skipIf(!canRunNginx)(
  'while no node answers, neither nginx log contains a secret of an address',
  async () => {
    const [http, https] = [await freePort(), await freePort()];
    const away = `127.0.0.1:${await freePort()}`;
    const sample = await sampleNginx({ http, https, nodes: [away], certificate });
    let logs: string[] = [];
    await using _nginx = await startNginxWith(`http://127.0.0.1:${http}`, (folder) => {
      logs = [accessLogIn(folder), errorLogIn(folder)];
      return sample(folder);
    });
    const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
    for (const target of [`/reset-password?token=${secret}`, `/invitations/${secret}`]) {
      const tls = { host: '127.0.0.1', port: https, rejectUnauthorized: false };
      const [answer] = await once(request({ ...tls, path: target }).end(), 'response');
      expect(answer.statusCode).toBe(502);
      await text(answer);
    }
    const [access = '', error = ''] = logs;
    // The line names the node instead.
    await expect
      .poll(() => readFile(access, 'utf8'))
      .toMatch(/"GET \/invitations\/..." 502 .* 502$/m);
    const written = await Promise.all([access, error].map((file) => readFile(file, 'utf8')));
    expect(written.join('')).toContain(`${away} 502`);
    expect(written.join('')).not.toContain(secret);
  },
);

it.skipIf(!canRunNginx)(
  'nginx sends a meeting to one node, and to another one while that is away',
  async () => {
    await using first = await startAnsweringNode();
    await using second = await startAnsweringNode();
    const [http, https] = [await freePort(), await freePort()];
    const nodes = [first.address, second.address];
    const sample = await sampleNginx({ http, https, nodes, certificate });
    await using _nginx = await startNginxWith(`http://127.0.0.1:${http}`, sample);
    const tls = { host: '127.0.0.1', port: https, rejectUnauthorized: false };
    await expectMeetingsOnOneNode([first, second], async (target) => {
      const [answer] = await once(request({ ...tls, path: target }).end(), 'response');
      return text(answer);
    });
  },
);
