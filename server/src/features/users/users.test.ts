import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships, teams } from '#server/features/teams/teams.table';
import { fileApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

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
