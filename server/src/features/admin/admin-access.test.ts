// Only superusers can use the admin area, by any spelling of its paths (docs/api.md A-46).
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildDeletionScene, canaries, kinds, softDelete, stateOf } from '#test/deletion-scene';
import { buildTeam, buildUser } from '#test/factories';
import { invite } from '#test/invitation-scene';

async function buildActors(app: TestApp) {
  const scene = await buildDeletionScene(app);
  const { root, admin, member, team } = scene;
  const removed = await buildUser(app);
  await app.db.insert(memberships).values({ teamId: team.id, userId: removed.id, role: 'admin' });
  const removal = `/api/admin/teams/${team.id}/remove-user/${removed.id}`;
  await app.post(admin, removal);
  const invited = await buildUser(app);
  const at = `/api/v1/teams/${team.id}/invitations`;
  await invite(app, at, { as: admin, to: invited.email });
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
