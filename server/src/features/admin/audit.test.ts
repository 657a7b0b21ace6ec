import { AuditEntry } from '@wentwell/contract/admin/admin';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildDeletionScene, kinds, softDelete } from '#test/deletion-scene';
import { buildTeam, buildUser } from '#test/factories';

async function auditLog(app: TestApp, as: TestUser, query = '') {
  const answer = await app.get(as, `/api/admin/audit${query}`);
  return {
    entries: z.array(AuditEntry).parse(answer.body),
    total: answer.headers.get('x-total-count'),
  };
}

describe('the audit log (A-47)', () => {
  it.each(kinds)('records who restored or removed %s, when and from where', async (kind) => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const at = (action: string) => `/api/admin/${action}/${kind}/${scene.ids[kind]}`;
    await softDelete(app, scene, kind);
    const restored = await app.post(scene.root, at('restore'));
    await softDelete(app, scene, kind);
    const removed = await app.delete(scene.root, at('permanent'));
    const log = await auditLog(app, scene.root);
    // Only deleting another user's account is audited. Deleting own records is not.
    const entries = log.entries.filter(({ action }) => action !== 'delete_user');
    expect(log.entries).toHaveLength(kind === 'users' ? 4 : 2);
    const did = {
      actor_id: scene.root.id,
      target_kind: kind,
      target_id: scene.ids[kind],
      address: '127.0.0.1',
      at: expect.stringMatching(/Z$/),
    };
    expect(entries).toMatchObject([
      { ...did, action: 'delete_permanently', request_id: removed.headers.get('x-request-id') },
      { ...did, action: 'restore', request_id: restored.headers.get('x-request-id') },
    ]);
  });

  it('records the address forwarded by a trusted proxy', async () => {
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
    const root = await buildUser(app, { isSuperuser: true });
    const team = await buildTeam(app);
    await app.delete(team.admin, `/api/v1/teams/${team.id}`);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await app.request('POST', `/api/admin/restore/teams/${team.id}`, { as: root, headers });
    expect((await auditLog(app, root)).entries).toMatchObject([{ address: '203.0.113.7' }]);
  });

  it('has no entry for refused calls; is paged, newest first', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const teams = [await buildTeam(app), await buildTeam(app), await buildTeam(app)];
    expect((await app.delete(root, `/api/admin/permanent/teams/${teams[0]?.id}`)).status).toBe(409);
    expect(await auditLog(app, root)).toEqual({ entries: [], total: '0' });
    for (const { id, admin } of teams) {
      await app.delete(admin, `/api/v1/teams/${id}`);
      await app.post(root, `/api/admin/restore/teams/${id}`);
    }
    const { entries, total } = await auditLog(app, root, '?skip=1&limit=1');
    expect(total).toBe('3');
    expect(entries).toMatchObject([{ target_id: teams[1]?.id }]);
  });

  it('cannot be changed by any call', async () => {
    await using app = await buildTestApp();
    const changing = app.routes.filter(
      ({ method, path }) => path.includes('audit') && method !== 'GET',
    );
    expect(changing).toEqual([]);
  });
});
