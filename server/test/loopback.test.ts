// A private start is one site under all loopback names, whichever HOST names.
import { expect, it } from 'vitest';

import { buildBoard } from './board-scene.ts';
import { buildTestApp } from './build-test-app.ts';
import { openLiveClient } from './live-client.ts';

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
