// Requests through an operator's nginx: never the mailbox, and no samples once a setting indicates other visitors.
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { prepareDemo } from '../src/demo.ts';
import { buildBoard } from './board-scene.ts';
import { buildTestApp } from './build-test-app.ts';
import { collectLog } from './collect-log.ts';
import { openLiveClient } from './live-client.ts';
import { canRunNginx, startNginx } from './nginx.ts';
import { sendRaw } from './raw-http.ts';

const silence = pino({ level: 'silent' });
const sample = { username: 'robin@example.com', password: 'Wentwell1' };
const mailboxPaths = ['/dev/mail', '/dev/mail.json', '/dev/mail/x', '/dev/mail?x=1', '//dev/mail'];

const keptAlive = 'upstream proxy_http_version 1.1; proxy_set_header Connection "";';
/** Each is recognisable by protocol, name or header. */
const proxies: Record<string, string> = {
  'nothing but proxy_pass': '',
  'the public name': `${keptAlive} proxy_set_header Host retro.example.com;`,
  'X-Forwarded-For': `${keptAlive} proxy_set_header Host localhost; proxy_set_header X-Forwarded-For $remote_addr;`,
  'X-Forwarded-Proto': `${keptAlive} proxy_set_header Host localhost; proxy_set_header X-Forwarded-Proto https;`,
  'X-Real-IP': `${keptAlive} proxy_set_header Host localhost; proxy_set_header X-Real-IP $remote_addr;`,
  Forwarded: `${keptAlive} proxy_set_header Host localhost; proxy_set_header Forwarded for=10.0.0.9;`,
  Via: `${keptAlive} proxy_set_header Host localhost; proxy_set_header Via "1.1 nginx";`,
};
/** A client that closes its connection after each request, as scripts do. */
const scriptHead = 'GET /dev/mail.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
/** A proxy indistinguishable from a browser on this machine. */
const unrecognisable = `${keptAlive} proxy_set_header Host localhost;`;

describe.skipIf(!canRunNginx)('behind nginx', () => {
  it.each(Object.entries(proxies))(
    'a default start hides its mailbox from a proxy with %s',
    async (_what, directives) => {
      await using app = await buildTestApp({ SMTP_URL: '', MAIL_FROM: '' });
      await using nginx = await startNginx(app.url, directives);
      expect((await fetch(`${app.url}/dev/mail.json`)).status).toBe(200);
      expect((await sendRaw(app.url, `${scriptHead}\r\n`)).status).toBe(200);
      for (const path of mailboxPaths) {
        expect([path, (await fetch(nginx.url + path)).status]).toEqual([path, 404]);
      }
      // An outsider may use a name of this machine, or repeat a header to hide the proxy's.
      const forged = await sendRaw(nginx.url, `${scriptHead}X-Forwarded-For: 127.0.0.1\r\n\r\n`);
      expect(forged.status).toBe(404);
    },
  );

  it.each([
    ['PUBLIC_URL', 'https://retro.example.com'],
    ['WEB_ORIGIN', 'https://retro.example.com'],
    ['TRUST_PROXY', '127.0.0.1'],
    ['DATABASE_URL', 'postgres://localhost/wentwell'],
    ['REDIS_URL', 'redis://localhost'],
    ['SMTP_URL', ''],
  ])(
    'where %s names other visitors, mailbox and sample login are off, whatever nginx hides',
    async (name, value) => {
      // A public start without a mail server would be refused.
      const settings = value === '' ? {} : { [name]: value };
      await using before = await buildTestApp({ SMTP_URL: '', MAIL_FROM: '' });
      await prepareDemo(before, { isPrivate: true, demo: true }, silence);
      const login = (url: string) =>
        fetch(`${url}/api/v1/auth/login`, { method: 'POST', body: new URLSearchParams(sample) });
      expect((await login(before.url)).status).toBe(200);
      await using app = await buildTestApp(settings, { beside: before });
      await prepareDemo(app, { isPrivate: app.isPrivate, demo: true }, silence);
      await using nginx = await startNginx(app.url, unrecognisable);
      for (const path of mailboxPaths) {
        expect([path, (await fetch(nginx.url + path)).status]).toEqual([path, 404]);
      }
      expect((await login(nginx.url)).status).toBe(400);
      expect((await login(app.url)).status).toBe(400);
    },
  );

  it('a proxy missing in TRUST_PROXY is reported once, with the setting', async () => {
    const { log, lines } = collectLog();
    await using app = await buildTestApp({ TRUST_PROXY: '10.0.0.0/8' }, { log });
    const header = 'proxy_set_header X-Forwarded-For $remote_addr;';
    await using nginx = await startNginx(app.url, header);
    for (let n = 0; n < 3; n += 1) await fetch(`${nginx.url}/health/live`);
    const told = lines().filter(({ msg }) => /TRUST_PROXY/.test(msg));
    expect(told).toEqual([
      expect.objectContaining({ level: 40, peer: '127.0.0.1', trustProxy: '10.0.0.0/8' }),
    ]);
  });

  it('a proxy named in TRUST_PROXY is not reported', async () => {
    const { log, lines } = collectLog();
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' }, { log });
    const header = 'proxy_set_header X-Forwarded-For $remote_addr;';
    await using nginx = await startNginx(app.url, header);
    await fetch(`${nginx.url}/health/live`);
    expect(lines().filter(({ msg }) => /TRUST_PROXY/.test(msg))).toEqual([]);
  });
});

// A private start is one site under all loopback names, whichever HOST names.
const names = ['localhost', '127.0.0.1', '[::1]'];
const privately = { SMTP_URL: '', MAIL_FROM: '' };

it.each(['127.0.0.1', 'localhost', '::1'])(
  'HOST=%s answers at both addresses and takes sockets of pages under each name',
  async (HOST) => {
    await using app = await buildTestApp({ ...privately, HOST });
    const { owner, meeting } = await buildBoard(app);
    const port = new URL(app.url).port;
    for (const address of ['127.0.0.1', '[::1]']) {
      const site = `http://${address}:${port}`;
      const answer = await fetch(`${site}/health/live`);
      expect(answer.status).toBe(200);
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toMatch(/connect-src 'self' ws:\/\/localhost:\S+ ws:\/\/127\.0\.0\.1:/);
      for (const name of names) {
        const live = app.liveAddress(meeting.id, owner.token).replace('127.0.0.1', address);
        await using socket = await openLiveClient(live, { origin: `http://${name}:0` });
        await socket.untilType('welcome');
      }
    }
    const origin = 'http://[::1]:0';
    const asked = await fetch(`${app.url}/health/live`, { headers: { origin } });
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    const live = app.liveAddress(meeting.id, owner.token);
    for (const other of ['http://localhost:1', 'https://localhost:0', 'http://localhost.evil:0']) {
      await expect(openLiveClient(live, { origin: other })).rejects.toThrow('403');
    }
  },
);

it('a public start accepts sockets of its own origin only', async () => {
  await using app = await buildTestApp();
  const { owner, meeting } = await buildBoard(app);
  const live = app.liveAddress(meeting.id, owner.token);
  await using socket = await openLiveClient(live, { origin: 'http://localhost:0' });
  await socket.untilType('welcome');
  await expect(openLiveClient(live, { origin: 'http://127.0.0.1:0' })).rejects.toThrow('403');
  await expect(fetch(`${app.url.replace('127.0.0.1', '[::1]')}/health/live`)).rejects.toThrow();
});
