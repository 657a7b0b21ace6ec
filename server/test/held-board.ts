// Requests that queue for one board and run in one transaction.
import pg from 'pg';
import { expect } from 'vitest';

import type { TestApp, TestUser } from './build-test-app.ts';

type Send = () => ReturnType<TestApp['request']>;

async function holdBoard(app: TestApp, meetingId: string) {
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from meetings where id = $1 for update', [meetingId]);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    isWaitedFor: () => expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1),
    release: () => holder.query('commit'),
    [Symbol.asyncDispose]: () => holder.end(),
  };
}

/**
 * Sends requests while the first one locks the board, so that the others queue in order. Resolves to their answers and the
 * number of statements. The app must be otherwise idle.
 */
export async function sendTogether(
  app: TestApp,
  { owner, meeting }: { owner: TestUser; meeting: { id: string } },
  [first, ...others]: readonly [Send, ...Send[]],
) {
  await using holder = await holdBoard(app, meeting.id);
  const before = first();
  await holder.isWaitedFor();
  const asked = app.db.traffic.statements;
  const waiting = [];
  for (const [index, send] of others.entries()) {
    waiting.push(send());
    // It has authenticated: another connection's answer could overtake.
    await expect
      .poll(() => [app.db.traffic.statements - asked, app.db.poolUse().inUse])
      .toEqual([index + 1, 1]);
  }
  // Once this request is answered, all of them are queued.
  await app.get(owner, '/api/v1/users/me');
  const { statements } = app.db.traffic;
  await holder.release();
  expect((await before).status).toBeLessThan(300);
  const answers = await Promise.all(waiting);
  return { answers, statements: app.db.traffic.statements - statements };
}
