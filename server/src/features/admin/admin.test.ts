import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { AdminUser, AuditEntry, SoftDeleteStats } from '@wentwell/contract/admin/admin';
import { noteType } from '@wentwell/contract/board/notes';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { passwordResets, verifications } from '#server/features/auth/credentials.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { buildBoard, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, said, type TestApp, type TestUser } from '#test/build-test-app';
import { buildDeletionScene, canaries, kinds, softDelete, stateOf } from '#test/deletion-scene';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { api, invite } from '#test/invitation-scene';
import type { LiveClient } from '#test/live-client';

const restorePath = (kind: string, id: string) => `/api/admin/restore/${kind}/${id}`;
const Rows = z.array(z.looseObject({ id: z.string(), deleted_at: z.iso.datetime() }));

async function deletedRows(app: TestApp, as: TestUser, query: string) {
  const answer = await app.get(as, `/api/admin/deleted/${query}`);
  return { rows: Rows.parse(answer.body), total: answer.headers.get('x-total-count') };
}

it.each(kinds)(
  'deleted %s are listed, restored once under the same id, and removed, each in the audit log (A-47)',
  async (kind) => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const { root } = scene;
    const id = scene.ids[kind];
    const list = () => deletedRows(app, root, kind);
    const restore = () => app.post(root, restorePath(kind, id));
    const nothing = { rows: [], total: '0' };
    expect(await list()).toEqual(nothing);
    expect((await restore()).status).toBe(404);
    await softDelete(app, scene, kind);
    const listed = await list();
    expect(listed).toMatchObject({ rows: [{ id }], total: '1' });
    const restored = await restore();
    expect(restored).toMatchObject({ status: 200, body: { id } });
    for (const each of [listed.rows, restored.body]) {
      expect(JSON.stringify(each)).toContain(canaries[kind]);
    }
    expect(restored.body).not.toHaveProperty('deleted_at');
    expect((await restore()).status).toBe(404);
    expect(await list()).toEqual(nothing);

    await softDelete(app, scene, kind);
    const removed = await app.delete(root, `/api/admin/permanent/${kind}/${id}`);
    const entries = await app.read(root, '/api/admin/audit', z.array(AuditEntry));
    // Only deleting another user's account is audited. Deleting own records is not.
    const deleted = entries.filter(({ action }) => action === 'delete_user');
    expect(deleted).toHaveLength(kind === 'users' ? 2 : 0);
    const did = {
      actor_id: root.id,
      target_kind: kind,
      target_id: id,
      address: '127.0.0.1',
      at: expect.stringMatching(/Z$/),
    };
    expect(entries.filter(({ action }) => !/^(read|delete_user)/.test(action))).toMatchObject([
      { ...did, action: 'delete_permanently', request_id: removed.headers.get('x-request-id') },
      { ...did, action: 'restore', request_id: restored.headers.get('x-request-id') },
    ]);
  },
);

describe('the list of deleted records', () => {
  it('is paged, newest deletion first, at both paths', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const teams = [await buildTeam(app), await buildTeam(app), await buildTeam(app)];
    for (const { id, admin } of teams) {
      await app.delete(admin, `${api}/teams/${id}`);
    }
    const newestFirst = teams.map(({ id }) => id).toReversed();
    const ids = async (query: string) =>
      (await deletedRows(app, root, `teams${query}`)).rows.map(({ id }) => id);
    expect(await ids('')).toEqual(newestFirst);
    expect(await ids('?skip=1&limit=1')).toEqual(newestFirst.slice(1, 2));
    expect(await ids('?skip=3')).toEqual([]);
    const [here, there] = await Promise.all(
      ['/api/admin', '/api/v1/admin'].map((at) => app.get(root, `${at}/deleted/teams`)),
    );
    expect(there?.body).toEqual(here?.body);
    expect((await app.get(root, '/api/admin/deleted/teams?limit=0')).status).toBe(422);
  });

  it('excludes records hidden only by a deleted parent', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await softDelete(app, scene, 'teams');
    expect((await app.get(scene.root, '/api/admin/stats/soft-deletes')).body).toEqual({
      invitations: 0,
      meetings: 0,
      notes: 0,
      teams: 1,
      users: 0,
      total: 1,
    });
    expect((await deletedRows(app, scene.root, 'notes')).rows).toEqual([]);
  });

  it('hides the text of a face-down note, also from superusers (R-22)', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const owner = await buildUser(app);
    const meeting = await buildMeeting(app, { owner, phase: 'writing' });
    const notes = `${api}/meetings/${meeting.id}/notes`;
    const body = { content: 'face down' };
    const note = Note.parse((await app.post(owner, notes, body)).body);
    await app.delete(owner, `${notes}/${note.id}`);
    expect((await deletedRows(app, root, 'notes')).rows).toMatchObject([
      { id: note.id, content: '', hidden: true },
    ]);
    const restored = await app.post(root, restorePath('notes', note.id));
    expect(restored).toMatchObject({ status: 200, body: { content: '', hidden: true } });
    const mine = await app.get(owner, `${notes}/${note.id}`);
    expect(mine.body).toMatchObject({ content: 'face down' });
  });
});

it('the count of deleted records contains each kind and the total', async () => {
  await using app = await buildTestApp();
  const scene = await buildDeletionScene(app);
  for (const kind of ['notes', 'invitations', 'meetings', 'users', 'teams'] as const) {
    await softDelete(app, scene, kind);
  }
  const { total, ...each } = await app.read(
    scene.root,
    '/api/admin/stats/soft-deletes',
    SoftDeleteStats,
  );
  expect(each).toEqual({ invitations: 1, meetings: 1, notes: 1, teams: 1, users: 1 });
  expect(total).toBe(5);
});

it('a user’s record for superusers is returned whether or not the user is deleted', async () => {
  await using app = await buildTestApp();
  const scene = await buildDeletionScene(app);
  const path = `/api/admin/users/${scene.member.id}`;
  expect(await app.read(scene.root, path, AdminUser)).toMatchObject({
    email: canaries.users,
    deleted_at: null,
  });
  await softDelete(app, scene, 'users');
  expect((await app.read(scene.root, path, AdminUser)).deleted_at).not.toBeNull();
  const nobody = `/api/admin/users/${scene.team.id}`;
  expect((await app.get(scene.root, nobody)).status).toBe(404);
});

describe('restoring', () => {
  it('restores a team as it was: records deleted before stay deleted', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const lost = await buildMeeting(app, { owner: scene.admin, team: scene.team });
    await app.delete(scene.admin, `${api}/meetings/${lost.id}`);
    const seen = async () => {
      const paths = ['', '/members', '/meetings', '/invitations'].map(
        (part) => `${api}/teams/${scene.team.id}${part}`,
      );
      const all = [...paths, `${scene.board}/board`, `${scene.board}/notes`];
      const answers = await Promise.all(all.map((path) => app.get(scene.member, path)));
      return answers.map(({ status, body }) => ({ status, body }));
    };
    const before = await seen();
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await softDelete(app, scene, 'teams');
    expect((await seen()).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    await app.post(scene.root, restorePath('teams', scene.team.id));
    expect(await seen()).toEqual(before);
  });

  it('works for a child of a deleted parent: it reappears with the parent', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    for (const kind of ['notes', 'meetings', 'teams'] as const) await softDelete(app, scene, kind);
    for (const kind of ['notes', 'meetings', 'teams'] as const) {
      expect((await app.get(scene.member, `${scene.board}/notes`)).status).toBe(404);
      const path = restorePath(kind, scene.ids[kind]);
      expect((await app.post(scene.root, path)).status).toBe(200);
    }
    const back = await app.get(scene.member, `${scene.board}/notes`);
    expect(back.body).toMatchObject([{ id: scene.note.id, content: canaries.notes }]);
  });

  it('shows a note on open boards in its old place, face down only while the board hides notes', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const { owner, member, meeting, path, note, enter, boardOf } = await buildBoard(app, 'writing');
    const [first, second] = [await note(owner, 'first'), await note(owner, 'second')];
    const back = async (live: LiveClient) => {
      await app.post(root, restorePath('notes', first.id));
      return recordsPut(await live.untilType('board_changed'), noteType);
    };
    const remove = () => app.delete(owner, `${path}/notes/${first.id}`);
    await remove();
    await using writing = await follow(app, member, meeting.id);
    expect(await back(writing)).toMatchObject([{ content: '', hidden: true }]);

    await remove();
    await enter('revealing');
    await app.post(root, restorePath('notes', first.id));
    await remove();
    await using revealed = await follow(app, member, meeting.id);
    expect(await back(revealed)).toMatchObject([{ content: 'first', hidden: false }]);
    expect((await boardOf(member)).notes.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('adds an event to the meeting’s history, so that older boards catch up', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const owner = await buildUser(app);
    const meeting = await buildMeeting(app, { owner });
    const path = `${api}/meetings/${meeting.id}`;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await app.delete(owner, path);
    await app.post(root, restorePath('meetings', meeting.id));
    await followed.catchUp();
  });

  it('revives no session and no link: the person logs in again', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const userId = scene.member.id;
    const restore = () => app.post(scene.root, restorePath('users', userId));
    const me = () => app.get(scene.member, `${api}/users/me`);
    expect((await me()).status).toBe(200);
    // Deletes the row directly, because the route would end the sessions. Restoring must end remaining credentials.
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, userId));
    const expiresAt = new Date(Date.now() + 60_000);
    await app.db.insert(verifications).values({ tokenHash: 'verification', userId, expiresAt });
    await app.db.insert(passwordResets).values({ tokenHash: 'reset', userId, expiresAt });
    expect((await restore()).status).toBe(200);
    expect((await me()).status).toBe(401);
    for (const links of [verifications, passwordResets]) {
      expect(await app.db.$count(links, gt(links.expiresAt, new Date()))).toBe(0);
    }
  });

  it('is refused for a person whose address has a new account', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await softDelete(app, scene, 'users');
    await buildUser(app, { email: canaries.users.toUpperCase() });
    const path = restorePath('users', scene.member.id);
    expect(said(await app.post(scene.root, path))).toEqual([409, 'RESTORE_ADDRESS_TAKEN']);
    expect((await deletedRows(app, scene.root, 'users')).total).toBe('1');
  });

  it('is refused for an invitation if another one is pending for the address', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    await softDelete(app, scene, 'invitations');
    const at = `${api}/teams/${scene.team.id}/invitations`;
    await invite(app, at, { as: scene.admin, to: canaries.invitations });
    const path = restorePath('invitations', scene.ids.invitations);
    expect(said(await app.post(scene.root, path))).toEqual([409, 'INVITATION_PENDING']);
  });
});

// Only superusers can use the admin area, by any spelling of its paths (docs/api.md A-46).
async function buildActors(app: TestApp) {
  const scene = await buildDeletionScene(app);
  const { root, admin, member, team } = scene;
  const removed = await buildUser(app);
  await app.db.insert(memberships).values({ teamId: team.id, userId: removed.id, role: 'admin' });
  const removal = `/api/admin/teams/${team.id}/remove-user/${removed.id}`;
  await app.post(admin, removal);
  const invited = await buildUser(app);
  await invite(app, `/api/v1/teams/${team.id}/invitations`, { as: admin, to: invited.email });
  const { admin: otherAdmin } = await buildTeam(app);
  const former = await buildUser(app, { isSuperuser: true, isActive: false });
  const actors: Record<string, TestUser> = {
    stranger: await buildUser(app),
    invited,
    removed,
    member,
    // Also owns the meeting.
    admin,
    otherAdmin,
  };
  const locked: Record<string, TestUser | { token: string } | undefined> = {
    anonymous: undefined,
    former,
    malformed: { token: 'nonsense' },
  };
  return { scene, root, actors, locked };
}

type Call = [method: string, path: string];

/** All superuser routes, with existing ids. */
function superuserCalls(app: TestApp, ids: Record<string, string>): Call[] {
  return app.routes
    .filter(({ path }) => path.includes('/admin/') && !path.includes('remove-user'))
    .map(({ method, path }) => {
      const kind = kinds.find((each) => path.includes(`/${each}/`)) ?? 'users';
      return [method, path.replace(/:\w+/, ids[kind] ?? '')];
    });
}

interface Spelling {
  method: string;
  path: string;
  headers?: Record<string, string>;
}

/** Path variants that a lenient router or proxy treats as equal. */
function spellings([method, path]: Call): Spelling[] {
  const area = '/admin/';
  return [
    { method, path: `${path}/` },
    { method, path: path.replace(area, '//admin/') },
    { method, path: path.replace(area, '/admin//') },
    { method, path: path.replace(area, '/%2e/admin/') },
    { method, path: path.replace(area, '/x/%2e%2e/admin/') },
    { method, path: path.replace(area, '/%61dmin/') },
    { method, path: path.replace(area, '/ADMIN/') },
    { method, path: path.toUpperCase() },
    { method, path: `${path}%00` },
    { method, path: `${path};x=1` },
    { method, path: `${path}?_method=GET` },
    { method: 'HEAD', path },
    { method: 'OPTIONS', path },
    { method: 'POST', path, headers: { 'x-http-method-override': method } },
    { method: 'GET', path, headers: { 'x-http-method-override': method, 'x-original-url': path } },
  ];
}

/** Sends the path unchanged. `fetch` would normalize it. */
async function ask(app: TestApp, { method, path, headers }: Spelling, as: TestUser | undefined) {
  const { hostname, port } = new URL(app.url);
  const authorization = as && { authorization: `Bearer ${as.token}` };
  const options = { hostname, port, method, path, headers: { ...headers, ...authorization } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).once('error', reject).end();
  });
  return { status: answer.statusCode, body: await text(answer) };
}

describe('the admin area', () => {
  it('is closed under every other spelling of its paths', async () => {
    await using app = await buildTestApp();
    const { scene, actors } = await buildActors(app);
    await softDelete(app, scene, 'notes');
    const before = await stateOf(app);
    const people = [actors['admin'], undefined];
    for (const call of superuserCalls(app, scene.ids)) {
      for (const spelling of spellings(call)) {
        for (const as of people) {
          const { status, body } = await ask(app, spelling, as);
          expect([400, 401, 403, 404, 405], JSON.stringify(spelling)).toContain(status);
          for (const kind of kinds) expect(body).not.toContain(canaries[kind]);
        }
      }
    }
    expect(await stateOf(app)).toEqual(before);
  });

  it('refuses others before reading their input', async () => {
    await using app = await buildTestApp();
    const plainUser = await buildUser(app);
    for (const path of ['deleted/teams?limit=x', 'users/x', 'audit?skip=-1']) {
      const answer = await app.get(plainUser, `/api/admin/${path}`);
      expect(answer.status, path).toBe(404);
    }
  });
});
