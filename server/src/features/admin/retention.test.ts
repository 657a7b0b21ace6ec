// Retention periods.
import { Board } from '@wentwell/contract/board/snapshot';
import { EventsPage } from '@wentwell/contract/live/live';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { loginFailures, loginSources } from '#server/features/auth/login-failures.table';
import { sessions } from '#server/features/auth/sessions.table';
import { boardChanges } from '#server/live/change-log.table';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import {
  buildDeletionScene,
  canaries,
  dumpDatabase,
  kinds,
  softDelete,
} from '#test/deletion-scene';
import { manualClock } from '#test/manual-clock';

import { auditEntries } from './audit.table.ts';

const day = 24 * 3_600_000;

/** Ages all rows of a table by `days`. */
async function age(app: TestApp, [table, column]: readonly [string, string], days: number) {
  await app.db.execute(sql`update ${sql.identifier(table)}
    set ${sql.identifier(column)} = ${sql.identifier(column)} - make_interval(days => ${days}::int)`);
}

it('permanently deletes records ninety days after their deletion, completely and not sooner', async () => {
  // The node's clock is years ahead and must not matter.
  await using app = await buildTestApp({}, { clock: manualClock(new Date('2036-01-01')) });
  const scene = await buildDeletionScene(app);
  const found = async () => {
    const dump = await dumpDatabase(app);
    return kinds.filter((kind) => dump.includes(canaries[kind]));
  };
  for (const kind of ['notes', 'invitations', 'meetings', 'users', 'teams'] as const) {
    await softDelete(app, scene, kind);
    await app.db.execute(sql`update ${sql.identifier(kind)} set deleted_at = now()
      where deleted_at is not null`);
    await age(app, [kind, 'deleted_at'], 89);
  }
  await app.runHousekeeping();
  expect(await found()).toEqual(kinds);
  for (const kind of kinds) await age(app, [kind, 'deleted_at'], 2);
  await app.runHousekeeping();
  expect(await found()).toEqual([]);
  // The audit log is kept.
  expect(await app.db.$count(auditEntries)).toBeGreaterThan(0);
});

it('keeps deleted records forever if configured, and the audit log as configured', async () => {
  const settings = { KEEP_DELETED_DAYS: 'forever', KEEP_AUDIT_DAYS: '100' };
  await using app = await buildTestApp(settings);
  const scene = await buildDeletionScene(app);
  await softDelete(app, scene, 'users');
  await age(app, ['users', 'deleted_at'], 1000);
  const count = () => app.db.$count(auditEntries);
  await age(app, ['audit_entries', 'at'], 99);
  await app.runHousekeeping();
  expect(await count()).toBe(1);
  await age(app, ['audit_entries', 'at'], 2);
  await app.runHousekeeping();
  expect(await count()).toBe(0);
  expect(await dumpDatabase(app)).toContain(canaries.users);
});

it('removes a meeting’s changes thirty days after its end; its board stays', async () => {
  await using app = await buildTestApp();
  const { admin, board, meeting } = await buildDeletionScene(app);
  const read = async () => app.read(admin, `${board}/board`, Board);
  const since = async (seq: number) => app.read(admin, `${board}/events?since=${seq}`, EventsPage);
  const history = () => app.db.$count(boardChanges, eq(boardChanges.meetingId, meeting.id));
  const ageBoards = async (days: number) => {
    await age(app, ['board_changes', 'created_at'], days);
    await age(app, ['board_heads', 'history_since'], days);
  };
  await ageBoards(31);
  await app.runHousekeeping();
  expect(await history()).toBeGreaterThan(0);

  await app.put(admin, board, { status: 'closed' });
  const ended = await read();
  await ageBoards(29);
  await app.runHousekeeping();
  expect(await history()).toBeGreaterThan(0);
  await ageBoards(2);
  await app.runHousekeeping();
  expect(await history()).toBe(0);
  expect(await read()).toEqual(ended);
  expect(await since(ended.seq)).toMatchObject({ resync: false, events: [] });
  expect(await since(ended.seq - 1)).toMatchObject({ resync: true, events: [] });
});

it('removes ended sessions', async () => {
  await using app = await buildTestApp();
  const { admin, member } = await buildDeletionScene(app);
  const lastUsedAt = new Date(Date.now() - 8 * day);
  await app.db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, member.sessionId));
  await app.runHousekeeping();
  const left = await app.db.select({ id: sessions.id }).from(sessions);
  expect(left.map(({ id }) => id)).toContain(admin.sessionId);
  expect(left.map(({ id }) => id)).not.toContain(member.sessionId);
});

it('removes places of sign-ins and wrong passwords after ninety days, also of inactive people', async () => {
  await using app = await buildTestApp();
  const { admin } = await buildDeletionScene(app);
  await app.db.insert(loginSources).values({
    userId: admin.id,
    sourceHash: 'a hash',
    lastAt: new Date(),
  });
  const form = { username: 'nobody@example.com', password: 'Wrong1password' };
  expect((await app.request('POST', '/api/v1/auth/login', { form })).status).toBe(400);
  const kept = async () => [await app.db.$count(loginSources), await app.db.$count(loginFailures)];
  const asOf = async (days: number) => {
    await age(app, ['login_sources', 'last_at'], days);
    await age(app, ['login_failures', 'first_at'], days);
    await app.runHousekeeping();
  };
  const before = await kept();
  expect(Math.min(...before)).toBeGreaterThan(0);
  await asOf(89);
  expect(await kept()).toEqual(before);
  await asOf(2);
  expect(await kept()).toEqual([0, 0]);
});
