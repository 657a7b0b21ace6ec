// Deleted records are hidden in every GET, the live channel and mailed links.
import type { DeletedKind } from '@wentwell/contract/admin/admin';
import { Board } from '@wentwell/contract/board/snapshot';
import { EventsPage, LiveTicket } from '@wentwell/contract/live/live';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { loginFailures, loginSources } from '#server/features/auth/credentials.table';
import { sessions } from '#server/features/auth/sessions.table';
import { boardChanges } from '#server/live/change-log.table';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import {
  buildDeletionScene,
  canaries,
  type DeletionScene,
  dumpDatabase,
  kinds,
  softDelete,
} from '#test/deletion-scene';
import { buildUser } from '#test/factories';
import { api } from '#test/invitation-scene';
import { openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

import { auditEntries } from './audit.table.ts';

// Excludes the admin area, which lists deleted records, and the API description.
const elsewhere = /\/admin|^\/api\/docs|openapi/;

/** All other GET paths, with ids of the fixture. */
function readings(app: TestApp, { ids, token }: DeletionScene): string[] {
  const values: Record<string, string> = {
    teamId: ids.teams,
    meetingId: ids.meetings,
    noteId: ids.notes,
    invitationId: ids.invitations,
    userId: ids.users,
    id: ids.users,
    token,
  };
  return app.routes
    .filter(({ method, path }) => method === 'GET' && !elsewhere.test(path))
    .map(({ path }) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? ids.meetings),
    )
    .map((path) => `${path}?since=0&email_pattern=canary&limit=100`);
}

/** Returns the kinds whose words appear in any response to any user or visitor. */
async function wordsSeen(app: TestApp, scene: DeletionScene): Promise<DeletedKind[]> {
  const seen = new Set<DeletedKind>();
  for (const path of readings(app, scene)) {
    for (const as of [scene.root, scene.admin, scene.member, undefined]) {
      const answer = await app.request('GET', path, as ? { as } : {});
      const text = JSON.stringify(answer.body);
      for (const kind of kinds) if (text.includes(canaries[kind])) seen.add(kind);
    }
  }
  return kinds.filter((kind) => seen.has(kind));
}

// A meeting hides its notes, a team all its records, a user their sent invitations. A user's texts stay with the team.
const hidden: Record<Exclude<DeletedKind, 'invitations'>, readonly DeletedKind[]> = {
  meetings: ['meetings', 'notes'],
  notes: ['notes'],
  teams: ['invitations', 'meetings', 'notes', 'teams'],
  users: ['invitations', 'users'],
};

describe('deleted records', () => {
  it('show in no call at all until they are restored', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    expect(await wordsSeen(app, scene)).toEqual(kinds);
    for (const kind of ['meetings', 'notes', 'teams', 'users'] as const) {
      await softDelete(app, scene, kind);
      const left = kinds.filter((each) => !hidden[kind].includes(each));
      expect([kind, await wordsSeen(app, scene)]).toEqual([kind, left]);
      await app.post(scene.root, `/api/admin/restore/${kind}/${scene.ids[kind]}`);
      expect([kind, await wordsSeen(app, scene)]).toEqual([kind, kinds]);
    }
  });

  it('show no text of a deleted note in its history, however it is read', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await app.put(scene.member, `${scene.board}/notes/${scene.note.id}`, { note_type: 'action' });
    await softDelete(app, scene, 'notes');
    const polled = await app.get(scene.admin, `${scene.board}/events?since=0`);
    const { events } = EventsPage.parse(polled.body);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    await using live = await app.live(scene.admin, scene.meeting.id, 0);
    await live.until((frame) => 'seq' in frame && frame.seq === events.length);
    live.send({ type: 'note_updated', data: { note_id: scene.note.id } });
    live.send({ type: 'ping' });
    await live.untilType('pong');
    for (const told of [polled.body, live.frames]) {
      expect(JSON.stringify(told)).not.toContain(canaries.notes);
      expect(JSON.stringify(told)).toContain(scene.note.id);
    }
  });
});

describe('an invitation that is deleted', () => {
  it('is in no list and cannot be answered; its link says that it was canceled', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const guest = await buildUser(app, { email: canaries.invitations });
    const lists = [
      { path: `${api}/teams/${scene.team.id}/invitations`, as: scene.admin },
      { path: `${api}/me/team-invitations`, as: guest },
    ];
    const listed = () =>
      Promise.all(lists.map(async ({ path, as }) => (await app.get(as, path)).body));
    expect(await listed()).toMatchObject([
      [{ id: scene.ids.invitations }],
      [{ id: scene.ids.invitations }],
    ]);
    await softDelete(app, scene, 'invitations');
    expect(await listed()).toEqual([[], []]);
    expect((await app.request('GET', scene.link)).body).toMatchObject({ status: 'canceled' });
    expect((await app.post(guest, scene.accept)).status).toBe(410);
    const restore = `/api/admin/restore/invitations/${scene.ids.invitations}`;
    await app.post(scene.root, restore);
    expect((await app.post(guest, scene.accept)).status).toBe(200);
  });

  it.each([
    ['teams', 404],
    ['users', 410],
  ] as const)(
    'shows nothing by its link if its team or sender is deleted: %s',
    async (parent, status) => {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      const guest = await buildUser(app, { email: canaries.invitations });
      await softDelete(app, scene, parent);
      expect((await app.request('GET', scene.link)).status).toBe(404);
      expect((await app.post(guest, scene.accept)).status).toBe(status);
    },
  );
});

it.each([
  ['teams', 4403],
  ['meetings', 4403],
  ['users', 4401],
] as const)(
  'the live channel of deleted records closes immediately and cannot be resumed: %s',
  async (kind, code) => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await using live = await app.live(scene.member, scene.meeting.id);
    const { seq } = (await live.untilType('welcome')).data;
    const answer = await app.post(scene.member, `${scene.board}/live-ticket`);
    const { ticket } = LiveTicket.parse(answer.body);
    await softDelete(app, scene, kind);
    expect(await live.closed).toBe(code);
    for (const secret of [ticket, scene.member.token]) {
      await using back = await openLiveClient(app.liveAddress(scene.meeting.id, secret, seq));
      expect(await back.closed).toBe(4403);
      expect(back.frames).toEqual([]);
    }
    const restore = `/api/admin/restore/${kind}/${scene.ids[kind]}`;
    await app.post(scene.root, restore);
    await using spent = await openLiveClient(app.liveAddress(scene.meeting.id, ticket, seq));
    expect(await spent.closed).toBe(4403);
  },
);

// Retention periods.
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
  await using app = await buildTestApp({ KEEP_DELETED_DAYS: 'forever', KEEP_AUDIT_DAYS: '100' });
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

// Concurrent restore and permanent deletion: one fails, and nothing is left half done.
async function isThere(app: TestApp, kind: string, id: string): Promise<boolean> {
  const { rows } = await app.db.execute(
    sql`select from ${sql.identifier(kind)} where id = ${id} and deleted_at is null`,
  );
  return rows.length > 0;
}

it.each(kinds)(
  'concurrent restoring and permanent deletion: exactly one wins, for %s',
  async (kind) => {
    for (let round = 0; round < 2; round += 1) {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      await softDelete(app, scene, kind);
      const id = scene.ids[kind];
      const restore = { method: 'POST', path: `/api/admin/restore/${kind}/${id}` };
      const remove = { method: 'DELETE', path: `/api/admin/permanent/${kind}/${id}` };
      const calls = round % 2 === 0 ? [restore, remove] : [remove, restore];
      const answers = await Promise.all(
        [...calls, ...calls].map(({ method, path }) =>
          app.request(method, path, { as: scene.root }),
        ),
      );
      const done = answers.filter(({ status }) => status < 300);
      const refused = answers.flatMap(({ status }) => (status < 300 ? [] : status));
      expect(done).toHaveLength(1);
      for (const status of refused) expect([404, 409]).toContain(status);
      expect(await isThere(app, kind, id)).toBe(done[0]?.status === 200);
    }
  },
);

it.each(kinds)('an item restored at the moment of its retention stays, for %s', async (kind) => {
  await using app = await buildTestApp();
  const scene = await buildDeletionScene(app);
  await softDelete(app, scene, kind);
  const id = scene.ids[kind];
  await app.db.execute(sql`update ${sql.identifier(kind)}
      set deleted_at = now() - interval '91 days' where id = ${id}`);
  const restoring = new pg.Client(app.connection);
  await restoring.connect();
  await restoring.query('begin');
  await restoring.query(`update "${kind}" set deleted_at = null where id = '${id}'`);
  const round = app.runHousekeeping();
  await expect.poll(() => waitingForRows(app)).toBe(1);
  await restoring.query('commit');
  await restoring.end();
  await round;
  expect(await isThere(app, kind, id)).toBe(true);
});

async function waitingForRows(app: TestApp): Promise<number> {
  const { rows } = await app.db
    .execute(sql`select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'transactionid' and not l.granted and a.datname = current_database()`);
  return rows.length;
}
