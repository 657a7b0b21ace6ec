import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { SessionToken } from '@wentwell/contract/sessions';
import { User } from '@wentwell/contract/users';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';
import { headcount, setRole, comparable } from '#test/team-scene';

import { users } from './users.table.ts';

const path = '/api/v1/users';
const app = await buildTestApp();
afterAll(() => app[Symbol.asyncDispose]());

/** Two who share a team, a stranger and a superuser. */
async function buildCircle() {
  const me = await buildUser(app, { firstName: 'Robin', lastName: 'Field' });
  const mate = await buildUser(app);
  const stranger = await buildUser(app);
  const root = await buildUser(app, { isSuperuser: true });
  const team = await buildTeam(app, { admin: mate, members: [me] });
  return { me, mate, stranger, root, team };
}

function patch(id: string, { as, body }: { as: TestUser; body: unknown }) {
  return app.request('PATCH', `${path}/${id}`, { as, body });
}

async function row(id: UserId) {
  const [found] = await app.db.select().from(users).where(eq(users.id, id));
  return found;
}

/** Makes the user's sessions older than one that counts as fresh. */
async function letSessionAge({ id }: TestUser): Promise<void> {
  const createdAt = new Date(Date.now() - limits.sessionFreshFor - 1000);
  await app.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, id));
}

const status = async (as: TestUser) => (await app.request('GET', `${path}/me`, { as })).status;

describe('changing an account', () => {
  it('is for oneself and for superusers: others of the circle may not, strangers find nobody', async () => {
    const { me, mate, stranger, root } = await buildCircle();
    const own = await patch(me.id, { as: me, body: { first_name: ' Sasha ' } });
    expect(own.status).toBe(200);
    expect(User.strict().parse(own.body)).toMatchObject({ id: me.id, full_name: 'Sasha Field' });
    const byRoot = await patch(me.id, { as: root, body: { last_name: 'Brook' } });
    expect(byRoot).toMatchObject({ status: 200, body: { full_name: 'Sasha Brook' } });
    const body = { first_name: 'Mine', is_active: false };
    expect(await patch(me.id, { as: mate, body })).toMatchObject({
      status: 403,
      problem: { code: 'FORBIDDEN' },
    });
    const hidden = await patch(me.id, { as: stranger, body });
    const random = await patch(newId(UserId), { as: stranger, body });
    expect(hidden.status).toBe(404);
    expect(comparable(hidden)).toEqual(comparable(random));
    expect(await row(me.id)).toMatchObject({ firstName: 'Sasha', isActive: true });
    expect((await app.request('PATCH', `${path}/${me.id}`, { body })).status).toBe(401);
  });

  it('keeps everything else as it is, whatever is sent', async () => {
    const { me, root } = await buildCircle();
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
    // Closing is no business of one's own, a superuser's neither.
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
  ])('refuses %s with 422, naming the field, and changes nothing', async (_name, body, field) => {
    const { me, root } = await buildCircle();
    const before = await row(me.id);
    for (const as of [me, root]) {
      const answer = await patch(me.id, { as, body });
      expect(answer.status).toBe(422);
      expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', field]);
    }
    expect(await row(me.id)).toEqual(before);
  });

  it.each(['x', "' OR 1=1", '%00', '[]'])('finds nobody under the id %s', async (id) => {
    const as = await buildUser(app, { isSuperuser: true });
    for (const method of ['PATCH', 'DELETE']) {
      const address = `${path}/${encodeURIComponent(id)}`;
      expect((await app.request(method, address, { as, body: {} })).status).toBe(404);
    }
  });
});

describe('closing an account', () => {
  it('ends its sessions and sockets at once; opening it again revives none of them', async () => {
    const { me, mate, root, team } = await buildCircle();
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

  it('leaves no session open when somebody logs in meanwhile', async () => {
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

describe('deleting an account', () => {
  const remove = (id: string, as: TestUser) =>
    app.request('DELETE', `${path}/${id}`, {
      as,
      ...(id === as.id && { body: { password: ownPassword } }),
    });

  it('of somebody else is in the audit log, of one’s own is not (A-47)', async () => {
    const { me, mate, root } = await buildCircle();
    const answer = await remove(me.id, root);
    await remove(me.id, mate);
    const actions = (id: string) =>
      app.db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    const request = { address: '127.0.0.1', requestId: answer.headers.get('x-request-id') };
    expect(await actions(me.id)).toEqual([
      expect.objectContaining({ actorId: root.id, action: 'delete_user', ...request }),
    ]);
    const loner = await buildUser(app);
    expect((await remove(loner.id, loner)).status).toBe(204);
    expect(await actions(loner.id)).toEqual([]);
  });

  it('of one’s own needs no password right after a login, which has just asked for it', async () => {
    const user = await buildUser(app);
    expect((await app.request('DELETE', `${path}/${user.id}`, { as: user })).status).toBe(204);
    expect(await status(user)).toBe(401);
  });

  it('of one’s own needs its password, and guessing it is counted', async () => {
    const user = await buildUser(app);
    const own = `${path}/${user.id}`;
    await letSessionAge(user);
    const bare = await app.request('DELETE', own, { as: user });
    expect(bare).toMatchObject({ status: 400, problem: { code: 'OWN_PASSWORD_NEEDED' } });
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const body = { password: `Wrong${guess}password` };
      codes.push((await app.request('DELETE', own, { as: user, body })).problem?.code);
    }
    expect(codes).toEqual([...Array(5).fill('OWN_PASSWORD_WRONG'), 'TOO_MANY_REQUESTS']);
    expect(await status(user)).toBe(200);
  });

  it('is for oneself and for superusers: others of the circle may not, strangers find nobody', async () => {
    const { me, mate, stranger, root } = await buildCircle();
    const forbidden = await remove(me.id, mate);
    expect(forbidden).toMatchObject({ status: 403, problem: { code: 'FORBIDDEN' } });
    const random = await remove(newId(UserId), stranger);
    expect(random.status).toBe(404);
    expect(comparable(await remove(me.id, stranger))).toEqual(comparable(random));
    expect((await app.request('DELETE', `${path}/${me.id}`)).status).toBe(401);
    expect(await status(me)).toBe(200);
    expect(await remove(me.id, root)).toMatchObject({ status: 204, body: null });
    expect(comparable(await remove(me.id, root))).toEqual(comparable(random));
    const again = await patch(me.id, { as: root, body: { first_name: 'Back' } });
    expect(comparable(again)).toEqual(comparable(random));
  });

  it('ends sessions and sockets, hides the person everywhere, and keeps the row', async () => {
    const { me, mate, root, team } = await buildCircle();
    const meeting = await buildMeeting(app, { owner: mate, team });
    await using live = await app.live(me, meeting.id);
    expect((await remove(me.id, me)).status).toBe(204);
    expect(await live.closed).toBe(4401);
    expect(await status(me)).toBe(401);
    const seen = [
      `${path}/?limit=100`,
      `/api/v1/teams/${team.id}/members`,
      `${path}/?email_pattern=${me.email}`,
    ];
    for (const as of [mate, root]) {
      expect((await app.request('GET', `${path}/${me.id}`, { as })).status).toBe(404);
      for (const list of seen) {
        const { body } = await app.request('GET', list, { as });
        expect(JSON.stringify(body)).not.toContain(me.id);
      }
    }
    expect((await row(me.id))?.deletedAt).toBeInstanceOf(Date);
    expect(await app.db.$count(sessions, eq(sessions.userId, me.id))).toBe(0);
    // Hidden with the person, and back with them.
    const membership = and(eq(memberships.teamId, team.id), eq(memberships.userId, me.id));
    expect(await app.db.$count(memberships, membership)).toBe(1);
  });

  it('frees the address: logging in says what a wrong password does, and a new account inherits nothing', async () => {
    const { mate } = await buildCircle();
    const [email, password] = ['again@example.com', 'Correct1 horse'];
    const first = await app.services.auth.addVerified({ email, password });
    const team = await buildTeam(app, { admin: mate });
    await app.db.insert(memberships).values({ teamId: team.id, userId: first.id, role: 'member' });
    const logIn = async (secret: string) => {
      const form = { username: email, password: secret };
      const { body, ...answer } = await app.request('POST', '/api/v1/auth/login', { form });
      return { ...answer, token: SessionToken.safeParse(body).data?.access_token ?? '' };
    };
    const { token } = await logIn(password);
    const body = { password };
    expect((await app.request('DELETE', `${path}/${first.id}`, { token, body })).status).toBe(204);
    expect(comparable(await logIn(password))).toEqual(comparable(await logIn('Wrong1 horse')));
    const second = await app.services.auth.addVerified({ email, password });
    expect(second.id).not.toBe(first.id);
    const { token: fresh } = await logIn(password);
    const mine = await app.request('GET', '/api/v1/teams/me', { token: fresh });
    expect(mine.body).toEqual([]);
  });

  it('is refused to the last admin of a team in which others remain, and changes nothing', async () => {
    const { me, mate, root, team } = await buildCircle();
    const refused = { status: 409, problem: { code: 'LAST_TEAM_ADMIN' } };
    expect(await remove(mate.id, mate)).toMatchObject(refused);
    expect(await remove(mate.id, root)).toMatchObject(refused);
    expect(await status(mate)).toBe(200);
    await setRole(app, { teamId: team.id, user: me }, 'admin');
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, me.id));
    expect(await remove(mate.id, mate)).toMatchObject(refused);
    await app.db.update(users).set({ isActive: true }).where(eq(users.id, me.id));
    expect((await remove(mate.id, mate)).status).toBe(204);
    expect(await headcount(app, team.id)).toEqual({ members: 1, admins: 1 });
  });

  it('is not held up by a team of one’s own alone, nor by one that is deleted', async () => {
    const admin = await buildUser(app);
    const gone = await buildUser(app, { deletedAt: new Date() });
    const alone = await buildTeam(app, { admin, members: [gone] });
    const deleted = await buildTeam(app, { admin, members: [await buildUser(app)] });
    await app.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, deleted.id));
    expect((await remove(admin.id, admin)).status).toBe(204);
    const kept = inArray(memberships.teamId, [alone.id, deleted.id]);
    expect(await app.db.$count(memberships, and(kept, eq(memberships.userId, admin.id)))).toBe(2);
  });

  it('never takes both admins of many teams, whatever order they are in', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await buildUser(app), await buildUser(app)];
      const both: { id: (typeof teams.$inferSelect)['id'] }[] = [];
      for (let count = 0; count < 3; count += 1) {
        const team = await buildTeam(app, { admin: one, members: [two, await buildUser(app)] });
        await setRole(app, { teamId: team.id, user: two }, 'admin');
        both.push(team);
      }
      const answers = await Promise.all([remove(one.id, one), remove(two.id, two)]);
      expect(answers.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      for (const { id } of both) expect((await headcount(app, id)).admins).toBe(1);
    }
  });
});
