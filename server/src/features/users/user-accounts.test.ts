import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { fileApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';

import { accountCalls, buildCircle } from './account-scene.suite.ts';

const app = await fileApp();

const { patch, status } = accountCalls(app);

describe('changing an account', () => {
  it('deactivates nobody by themselves, not even superusers', async () => {
    const { me, root } = await buildCircle(app);
    for (const as of [me, root]) {
      const answer = await patch(as.id, { as, body: { is_active: false } });
      expect(answer).toMatchObject({ status: 200, body: { is_active: true } });
    }
  });
});

it('renaming another account is in the audit log, renaming one’s own is not', async () => {
  const { me, root } = await buildCircle(app);
  await patch(me.id, { as: me, body: { first_name: 'Alex' } });
  await patch(me.id, { as: root, body: { first_name: 'Alex' } });
  await patch(me.id, { as: root, body: { first_name: 'Kim' } });
  const found = await app.db.select().from(auditEntries).where(eq(auditEntries.targetId, me.id));
  expect(found).toMatchObject([{ actorId: root.id, action: 'change_user' }]);
});

describe('deactivating an account', () => {
  it('ends its sessions and sockets; reactivating revives none', async () => {
    const { me, mate, root, team } = await buildCircle(app);
    const meeting = await buildMeeting(app, { owner: mate, team });
    await using live = await app.live(me, meeting.id);
    const closed = await patch(me.id, { as: root, body: { is_active: false } });
    expect(closed).toMatchObject({ status: 200, body: { is_active: false } });
    expect(await live.closed).toBe(4401);
    expect(await status(me)).toBe(401);
    const opened = await patch(me.id, { as: root, body: { is_active: true } });
    expect(opened).toMatchObject({ status: 200, body: { is_active: true } });
    expect(await status(me)).toBe(401);
    expect(await app.db.$count(sessions, eq(sessions.userId, me.id))).toBe(0);
    expect(await status(mate)).toBe(200);
    const actions = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.targetId, me.id))
      .orderBy(auditEntries.id);
    expect(actions).toMatchObject([
      { actorId: root.id, action: 'deactivate_user', targetKind: 'users', address: '127.0.0.1' },
      { actorId: root.id, action: 'activate_user' },
    ]);
  });

  it('leaves no session open of a concurrent login', async () => {
    const root = await buildUser(app, { isSuperuser: true });
    const password = 'Correct1 horse';
    for (let round = 0; round < 5; round += 1) {
      const email = `race-${round}@example.com`;
      const { id } = await app.services.auth.addVerified({ email, password });
      const form = { username: email, password };
      await Promise.all([
        app.request('POST', '/api/v1/auth/login', { form }),
        patch(id, { as: root, body: { is_active: false } }),
      ]);
      expect(await app.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    }
  });
});
