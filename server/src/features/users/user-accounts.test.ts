import { User } from '@wentwell/contract/accounts/users';
import { UserId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { newId } from '#server/platform/ids';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';

import { accountCalls, buildCircle } from './account-scene.suite.ts';

const app = await buildTestApp();
afterAll(() => app[Symbol.asyncDispose]());

const { patch, row, status } = accountCalls(app);

describe('changing an account', () => {
  it('is for oneself and superusers', async () => {
    const { me, root } = await buildCircle(app);
    const own = await patch(me.id, { as: me, body: { first_name: ' Sasha ' } });
    expect(own.status).toBe(200);
    expect(User.strict().parse(own.body)).toMatchObject({ id: me.id, full_name: 'Sasha Field' });
    const byRoot = await patch(me.id, { as: root, body: { last_name: 'Brook' } });
    expect(byRoot).toMatchObject({ status: 200, body: { full_name: 'Sasha Brook' } });
  });

  it('keeps every other field, whatever is sent', async () => {
    const { me, root } = await buildCircle(app);
    const before = await row(me.id);
    const body = {
      id: newId(UserId),
      email: 'other@example.com',
      is_superuser: true,
      is_verified: false,
      password_hash: 'x',
      passwordHash: 'x',
      isActive: false,
      role: 'admin',
      deleted_at: '2020-01-01T00:00:00.000Z',
      created_at: '2020-01-01T00:00:00.000Z',
    };
    for (const as of [me, root]) {
      expect((await patch(me.id, { as, body })).status).toBe(200);
      expect(await row(me.id)).toEqual(before);
    }
    // Nobody can deactivate their own account, not even superusers.
    for (const as of [me, root]) {
      const answer = await patch(as.id, { as, body: { is_active: false } });
      expect(answer).toMatchObject({ status: 200, body: { is_active: true } });
    }
  });

  it.each([
    ['one letter', { first_name: 'x' }, 'first_name'],
    ['blanks', { last_name: '  ' }, 'last_name'],
    ['a NUL', { last_name: 'a\u0000b' }, 'last_name'],
    ['a list', { first_name: ['Robin'] }, 'first_name'],
    ['a word for whether it works', { is_active: 'false' }, 'is_active'],
    ['null for whether it works', { is_active: null }, 'is_active'],
    ['one good and one bad', { first_name: 'Sasha', last_name: 'x' }, 'last_name'],
  ])('refuses %s with 422 at the field, and changes nothing', async (_name, body, field) => {
    const { me, root } = await buildCircle(app);
    const before = await row(me.id);
    for (const as of [me, root]) {
      const answer = await patch(me.id, { as, body });
      expect(answer.status).toBe(422);
      expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', field]);
    }
    expect(await row(me.id)).toEqual(before);
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
