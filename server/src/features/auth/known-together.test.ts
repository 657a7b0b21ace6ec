// Concurrent requests are authenticated by one statement.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';
import { sendRaw } from '#test/raw-http';

import { sessions } from './sessions.table.ts';

it('simultaneous requests look their callers up in one batch, each with its own result', async () => {
  // A stopped clock prevents sweeps.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const [one, two, gone] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  expect((await app.post(gone, '/api/v1/auth/logout')).status).toBe(204);
  // Marks the sessions as just used, so that requests do not write their use.
  await app.db.update(sessions).set({ lastUsedAt: sql`now()` });
  const tokens = [one.token, gone.token, two.token, 'unknown', one.token];
  const requests = tokens.map((token, n) =>
    [
      'GET /api/v1/users/me HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      ...(n === tokens.length - 1 ? ['Connection: close'] : []),
      '\r\n',
    ].join('\r\n'),
  );
  const before = app.db.traffic.statements;
  const { status, body } = await sendRaw(app.url, requests.join(''));
  expect(app.db.traffic.statements - before).toBe(1);
  const others = [...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, each]) => Number(each));
  expect([status, ...others]).toEqual([200, 401, 200, 401, 200]);
  const emails = [...body.matchAll(/"email":"([^"]+)"/g)].map(([, each]) => each);
  expect(emails).toEqual([one.email, two.email, one.email]);
});
