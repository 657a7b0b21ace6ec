// What is kept for a while, and how long.
import { Board } from '@wentwell/contract/board';
import { EventsPage } from '@wentwell/contract/live';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { sessions } from '#server/features/auth/sessions.table';
import { boardEvents } from '#server/live/event-log.table';
import { buildTestApp } from '#test/build-test-app';
import {
  buildDeletionScene,
  canaries,
  dumpDatabase,
  kinds,
  softDelete,
} from '#test/deletion-scene';
import { manualClock } from '#test/manual-clock';

import { auditEntries } from './audit.table.ts';

const hour = 3_600_000;
const day = 24 * hour;

it('deletes permanently what was deleted ninety days ago, every trace of it, and nothing sooner', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const scene = await buildDeletionScene(app);
  const found = async () => {
    const dump = await dumpDatabase(app);
    return kinds.filter((kind) => dump.includes(canaries[kind]));
  };
  for (const kind of ['notes', 'invitations', 'meetings', 'users', 'teams'] as const) {
    await softDelete(app, scene, kind);
  }
  clock.advance(90 * day - 2 * hour);
  await app.runHousekeeping();
  expect(await found()).toEqual(kinds);
  clock.advance(3 * hour);
  await app.runHousekeeping();
  expect(await found()).toEqual([]);
  // Who deleted them is still known.
  expect(await app.db.$count(auditEntries)).toBeGreaterThan(0);
});

it('keeps what was deleted for ever where the settings say so, and the audit log as long as they say', async () => {
  const clock = manualClock(new Date());
  const settings = { KEEP_DELETED_DAYS: 'forever', KEEP_AUDIT_DAYS: '100' };
  await using app = await buildTestApp(settings, { clock });
  const scene = await buildDeletionScene(app);
  await softDelete(app, scene, 'users');
  const count = () => app.db.$count(auditEntries);
  clock.advance(99 * day);
  await app.runHousekeeping();
  expect(await count()).toBe(1);
  clock.advance(2 * day);
  await app.runHousekeeping();
  expect(await count()).toBe(0);
  expect(await dumpDatabase(app)).toContain(canaries.users);
});

it('clears away the single changes of a meeting thirty days after its end: its board stays as it is', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const { admin, board, meeting } = await buildDeletionScene(app);
  const read = async () =>
    Board.parse((await app.request('GET', `${board}/board`, { as: admin })).body);
  const since = async (seq: number) =>
    EventsPage.parse(
      (await app.request('GET', `${board}/events?since=${seq}`, { as: admin })).body,
    );
  const history = () => app.db.$count(boardEvents, eq(boardEvents.meetingId, meeting.id));
  clock.advance(40 * day);
  await app.runHousekeeping();
  expect(await history()).toBeGreaterThan(0);

  await app.request('PUT', board, { as: admin, body: { status: 'closed' } });
  // The events' times are the database's, which stands forty days behind.
  const ended = await read();
  await app.runHousekeeping();
  expect(await history()).toBe(0);
  expect(await read()).toEqual(ended);
  expect(await since(ended.seq)).toMatchObject({ resync: false, events: [] });
  expect(await since(ended.seq - 1)).toMatchObject({ resync: true, events: [] });
});

it('forgets sessions that have ended', async () => {
  await using app = await buildTestApp();
  const { admin, member } = await buildDeletionScene(app);
  const lastUsedAt = new Date(Date.now() - 8 * day);
  await app.db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, member.sessionId));
  await app.runHousekeeping();
  const left = await app.db.select({ id: sessions.id }).from(sessions);
  expect(left.map(({ id }) => id)).toContain(admin.sessionId);
  expect(left.map(({ id }) => id)).not.toContain(member.sessionId);
});
