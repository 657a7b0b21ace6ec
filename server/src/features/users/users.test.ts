import { User } from '@wentwell/contract/accounts/users';
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

import { accountCalls, buildCircle } from './account-scene.suite.ts';
import { users } from './users.table.ts';

const path = '/api/v1/users';
const app = await fileApp();

describe('my account', () => {
  it('has exactly the contract’s fields', async () => {
    const user = await buildUser(app, { firstName: 'Robin', lastName: 'Field' });
    const answer = await app.get(user, `${path}/me`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: user.id,
      email: user.email,
      first_name: 'Robin',
      last_name: 'Field',
      display_name: 'Robin Field',
      full_name: 'Robin Field',
      is_active: true,
      is_superuser: false,
      is_verified: true,
      theme: null,
    });
  });

  it('stores the theme, visible to its user only', async () => {
    const user = await buildUser(app);
    const patch = (body: unknown) => app.request('PATCH', `${path}/me`, { as: user, body });
    expect((await patch({ theme: 'nord' })).body).toMatchObject({ theme: 'nord' });
    await patch({ first_name: 'Robin' });
    const me = await app.get(user, `${path}/me`);
    expect(me.body).toMatchObject({ theme: 'nord', first_name: 'Robin' });
    expect((await app.get(user, `${path}/${user.id}`)).body).not.toHaveProperty('theme');
    expect((await patch({ theme: '<nord>' })).status).toBe(422);
    await app.request('PATCH', `${path}/${user.id}`, { as: user, body: { theme: 'dracula' } });
    expect((await app.get(user, `${path}/me`)).body).toMatchObject({ theme: 'nord' });
  });

  it('accepts either name, trimmed, and returns the changed account', async () => {
    const user = await buildUser(app, { firstName: 'Robin', lastName: 'Field' });
    const patch = (body: unknown) => app.request('PATCH', `${path}/me`, { as: user, body });
    expect(await patch({ first_name: '  Sasha ' })).toMatchObject({
      status: 200,
      body: { first_name: 'Sasha', last_name: 'Field', full_name: 'Sasha Field' },
    });
    expect(await patch({ last_name: 'Brook' })).toMatchObject({
      body: { full_name: 'Sasha Brook' },
    });
    expect(await patch({})).toMatchObject({ status: 200, body: { full_name: 'Sasha Brook' } });
    expect((await app.get(user, `${path}/me`)).body).toMatchObject({ full_name: 'Sasha Brook' });
  });

  it.each([
    ['one letter', { first_name: 'x' }, 'First name must be at least 2 characters long'],
    ['blanks', { last_name: '   ' }, 'Last name is required'],
    [
      '101 letters',
      { first_name: 'x'.repeat(101) },
      'First name must be at most 100 characters long',
    ],
  ])('refuses a name of %s', async (_name, body, detail) => {
    const user = await buildUser(app);
    const answer = await app.request('PATCH', `${path}/me`, { as: user, body });
    expect(answer.status).toBe(422);
    expect(answer.problem).toMatchObject({ detail });
    expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', Object.keys(body)[0]]);
  });
});

describe('another person’s account', () => {
  it('is visible to people in shared teams, and to superusers', async () => {
    const member = await buildUser(app);
    const { admin } = await buildTeam(app, { members: [member] });
    const root = await buildUser(app, { isSuperuser: true });
    for (const as of [admin, root]) {
      const answer = await app.get(as, `${path}/${member.id}`);
      expect(answer).toMatchObject({ status: 200, body: { id: member.id } });
    }
    expect((await app.get(admin, `${path}/${member.id.toUpperCase()}`)).status).toBe(200);
  });

  it.each(['left', 'deleted'])('is 404 once the shared team is %s', async (how) => {
    const member = await buildUser(app);
    const team = await buildTeam(app, { members: [member] });
    if (how === 'left') await app.db.delete(memberships).where(eq(memberships.userId, member.id));
    else await app.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, team.id));
    expect((await app.get(team.admin, `${path}/${member.id}`)).status).toBe(404);
  });
});

const { patch, status } = accountCalls(app);

it('changing an account deactivates nobody by themselves, not even superusers', async () => {
  const { me, root } = await buildCircle(app);
  for (const as of [me, root]) {
    const answer = await patch(as.id, { as, body: { is_active: false } });
    expect(answer).toMatchObject({ status: 200, body: { is_active: true } });
  }
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

let made = 0;

/** Adds a user with a unique address. */
function person(name: string, overrides: Parameters<typeof buildUser>[1] = {}): Promise<TestUser> {
  made += 1;
  return buildUser(app, { email: `${name}-${made}@search.example.com`, ...overrides });
}

async function search(as: TestUser, query: Record<string, string> = {}) {
  const answer = await app.get(as, `${path}/?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return {
    emails: User.strict()
      .array()
      .parse(answer.body)
      .map(({ email }) => email),
    total: answer.headers.get('X-Total-Count'),
    text: JSON.stringify(answer.body),
  };
}

const sorted = (...people: TestUser[]) => people.map(({ email }) => email).toSorted();

describe('searching for people', () => {
  it('finds everybody in shared teams, including oneself, by address, once', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    await buildTeam(app, { admin: cleo, members: [ann, bob] });
    await buildTeam(app, { admin: ann, members: [bob] });
    const stranger = await person('canary');
    await buildTeam(app, { admin: stranger });
    const found = await search(ann);
    expect(found.emails).toEqual(sorted(ann, bob, cleo));
    expect(found.total).toBe('3');
    expect(found.text).not.toContain('canary');
    expect(found.text).not.toMatch(/password|hash|deleted/i);
  });

  it('has the same answer with and without the slash', async () => {
    const ann = await person('ann');
    await buildTeam(app, { admin: ann });
    for (const address of ['/api/v1/users', '/api/v1/users/', '/api/v1/users?limit=5']) {
      const answer = await app.get(ann, address);
      expect(answer).toMatchObject({ status: 200, body: [{ id: ann.id }] });
      expect(answer.headers.get('X-Total-Count')).toBe('1');
    }
  });

  it('does not reveal accounts: a stranger’s address is answered like an unknown one', async () => {
    const [ann, stranger] = [await person('ann'), await person('stranger')];
    await buildTeam(app, { admin: ann });
    await buildTeam(app, { admin: stranger });
    const known = await search(ann, { email_pattern: stranger.email });
    const unknown = await search(ann, { email_pattern: 'nobody@search.example.com' });
    expect(known).toEqual({ emails: [], total: '0', text: '[]' });
    expect(known).toEqual(unknown);
    // A user without teams finds nobody.
    expect(await search(await person('lonely'))).toEqual(unknown);
  });

  it.each(['left', 'deleted'])('finds nobody through a team that is %s', async (how) => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const team = await buildTeam(app, { admin: ann, members: [bob] });
    if (how === 'left') await app.db.delete(memberships).where(eq(memberships.userId, bob.id));
    else await app.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, team.id));
    expect((await search(ann)).emails).toEqual(how === 'left' ? [ann.email] : []);
    expect((await search(bob)).emails).toEqual([]);
  });

  it('finds no deleted person, and all others for a superuser', async () => {
    const root = await person('root', { isSuperuser: true });
    const [ann, gone] = [await person('ann'), await person('gone', { deletedAt: new Date() })];
    await buildTeam(app, { admin: ann, members: [gone] });
    expect((await search(ann)).emails).toEqual([ann.email]);
    expect((await search(root, { email_pattern: ann.email })).emails).toEqual([ann.email]);
    expect((await search(root, { email_pattern: gone.email })).emails).toEqual([]);
    const { total } = await search(root, { limit: '1' });
    expect(total).toBe(String(await app.db.$count(users, isNull(users.deletedAt))));
  });

  it('matches any part of the address as plain text, ignoring case', async () => {
    const ann = await person('ann', { email: 'Ann_100%\\x@Search.Example.com' });
    const bob = await person('bob', { email: 'annX100yx@search.example.com' });
    await buildTeam(app, { admin: ann, members: [bob] });
    const find = async (email_pattern: string) => (await search(ann, { email_pattern })).emails;
    const both = sorted(ann, bob);
    expect((await find('SEARCH.example')).toSorted()).toEqual(both);
    expect((await find(' ann ')).toSorted()).toEqual(both);
    expect((await find('')).toSorted()).toEqual(both);
    for (const pattern of ['_', '%', '\\', 'N_1', '100%', '%\\x']) {
      expect(await find(pattern), pattern).toEqual([ann.email]);
    }
    for (const pattern of ['_%', '%%', 'ann%search', "' OR 1=1 --", '*', '^ann', 'ann$', '\\%']) {
      expect(await find(pattern), pattern).toEqual([]);
    }
  });

  it('returns 20 by default and at most 100, paged by skip', async () => {
    const admin = await person('admin');
    const members: TestUser[] = [];
    for (let count = 0; count < 22; count += 1) members.push(await person('many'));
    await buildTeam(app, { admin, members });
    const all = sorted(admin, ...members);
    expect((await search(admin)).emails).toEqual(all.slice(0, 20));
    expect(await search(admin, { skip: '20' })).toMatchObject({
      emails: all.slice(20),
      total: '23',
    });
    expect((await search(admin, { limit: '100' })).emails).toEqual(all);
    expect(await search(admin, { skip: '3', limit: '2', email_pattern: 'many' })).toMatchObject({
      emails: sorted(...members).slice(3, 5),
      total: '22',
    });
  });
});
