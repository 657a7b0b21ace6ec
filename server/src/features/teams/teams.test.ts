import { TeamId, UserId } from '@wentwell/contract/ids';
import { Team, TeamMember } from '@wentwell/contract/teams';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const api = '/api/v1';

async function buildPeople(app: TestApp) {
  const admin = await buildUser(app);
  const member = await buildUser(app);
  const outsider = await buildUser(app);
  const superuser = await buildUser(app, { isSuperuser: true });
  const team = await buildTeam(app, { admin, members: [member] });
  return { admin, member, outsider, superuser, team, at: `${api}/teams/${team.id}` };
}

function removePath(teamId: TeamId, userId: string, prefix = '/api/v1/admin'): string {
  return `${prefix}/teams/${teamId}/remove-user/${userId}`;
}

async function makeAdmin(app: TestApp, teamId: TeamId, user: TestUser): Promise<void> {
  await app.db
    .update(memberships)
    .set({ role: 'admin' })
    .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, user.id)));
}

async function adminsOf(app: TestApp, teamId: TeamId): Promise<number> {
  const admins = and(eq(memberships.teamId, teamId), eq(memberships.role, 'admin'));
  return app.db.$count(memberships, admins);
}

describe('creating a team', () => {
  it('answers 201 and makes its creator the admin', async () => {
    await using app = await buildTestApp();
    const creator = await buildUser(app);
    const body = { name: '  Rocket  ', description: '' };
    const made = await app.request('POST', `${api}/teams`, { as: creator, body });

    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Rocket', description: '', my_role: 'admin' },
    });
    const members = await app.request('GET', `${api}/teams/${Team.parse(made.body).id}/members`, {
      as: creator,
    });
    expect(members.body).toMatchObject([{ user: { id: creator.id }, role: 'admin' }]);
  });

  it.each([
    ['no name', {}, undefined],
    ['a blank name', { name: ' \t ' }, 'Please enter a team name.'],
    ['a name too long', { name: 'x'.repeat(101) }, 'Must be at most 100 characters long.'],
    ['an array', { name: ['Rocket'] }, undefined],
    ['an object', { name: { $ne: '' } }, undefined],
    ['NUL', { name: 'a\u0000b' }, 'Contains characters that are not text.'],
    ['a lone surrogate', { name: 'a\ud800' }, 'Contains characters that are not text.'],
    ['a description too long', { name: 'x', description: 'x'.repeat(501) }, undefined],
    ['a list as the body', [], undefined],
  ])('refuses %s with 422 and stores nothing', async (_name, body, detail) => {
    await using app = await buildTestApp();
    const creator = await buildUser(app);
    const answer = await app.request('POST', `${api}/teams`, { as: creator, body });
    expect(answer.status).toBe(422);
    if (detail) expect(answer.problem?.detail).toBe(detail);
    expect(await app.db.$count(teams)).toBe(0);
  });

  it('stores nothing that the caller may not set', async () => {
    await using app = await buildTestApp();
    const creator = await buildUser(app);
    const id = newId(TeamId);
    const body = { name: 'x', id, deleted_at: new Date(), created_at: '2001-01-01T00:00:00.000Z' };
    const made = await app.request('POST', `${api}/teams`, { as: creator, body });
    const team = Team.parse(made.body);
    expect(team.id).not.toBe(id);
    expect(team.created_at).not.toBe(body.created_at);
    expect((await app.request('GET', `${api}/teams/${team.id}`, { as: creator })).status).toBe(200);
  });
});

describe('listing teams', () => {
  it('shows my teams alone, and all of them to a superuser, who is in none', async () => {
    await using app = await buildTestApp();
    const { member, superuser, team } = await buildPeople(app);
    const foreign = await buildTeam(app, { name: 'Canary' });
    const idsOf = async (path: string, as: TestUser) =>
      z
        .array(Team)
        .parse((await app.request('GET', api + path, { as })).body)
        .map(({ id }) => id);

    expect(await idsOf('/teams', member)).toEqual([team.id]);
    expect(await idsOf('/teams/me', member)).toEqual([team.id]);
    expect((await idsOf('/teams', superuser)).toSorted()).toEqual([team.id, foreign.id].toSorted());
    expect(await idsOf('/teams/me', superuser)).toEqual([]);
  });

  it('pages by skip and limit, the team joined last first, with the total beside it', async () => {
    await using app = await buildTestApp();
    const creator = await buildUser(app);
    for (const name of ['One', 'Two', 'Three']) {
      await app.request('POST', `${api}/teams`, { as: creator, body: { name } });
    }
    const page = await app.request('GET', `${api}/teams?skip=1&limit=1`, { as: creator });
    expect(page.body).toMatchObject([{ name: 'Two' }]);
    expect(page.headers.get('X-Total-Count')).toBe('3');
    const beyond = await app.request('GET', `${api}/teams/me?skip=9`, { as: creator });
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get('X-Total-Count')).toBe('3');
  });

  it.each(['skip=-1', 'limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'skip=1e400'])(
    'refuses ?%s with 422',
    async (query) => {
      await using app = await buildTestApp();
      const { member, at } = await buildPeople(app);
      for (const path of [`${api}/teams`, `${api}/teams/me`, `${at}/members`]) {
        expect((await app.request('GET', `${path}?${query}`, { as: member })).status).toBe(422);
      }
    },
  );
});

describe('a team that is not mine', () => {
  it('answers an outsider and a former member as if it were not there', async () => {
    await using app = await buildTestApp();
    const { admin, member, outsider, team } = await buildPeople(app);
    await app.request('POST', removePath(team.id, member.id), { as: admin });
    const random = newId(TeamId);
    const calls = (teamId: string) =>
      [
        ['GET', `${api}/teams/${teamId}`, undefined],
        ['PUT', `${api}/teams/${teamId}`, { name: 'Mine now' }],
        ['DELETE', `${api}/teams/${teamId}`, undefined],
        ['GET', `${api}/teams/${teamId}/members`, undefined],
        ['POST', `/api/admin/teams/${teamId}/remove-user/${admin.id}`, undefined],
        ['POST', `/api/v1/admin/teams/${teamId}/remove-user/${admin.id}`, undefined],
      ] as const;

    for (const as of [outsider, member]) {
      const nowhere = calls(random);
      for (const [index, [method, path, body]] of calls(team.id).entries()) {
        const there = await app.request(method, path, { as, body });
        const none = await app.request(method, nowhere[index]?.[1] ?? '', { as, body });
        expect(there.status, `${method} ${path}`).toBe(404);
        expect({ ...there.problem, request_id: '' }).toEqual({ ...none.problem, request_id: '' });
      }
    }
    const still = await app.request('GET', `${api}/teams/${team.id}`, { as: admin });
    expect(still.body).toMatchObject({ name: 'Rocket' });
  });

  it.each([
    ['words', 'nonsense'],
    ['SQL', encodeURIComponent("' OR 1=1 --")],
    ['NUL', '%00'],
    ['nearly an id', '00000000-0000-0000-0000-00000000000g'],
    ['10 KB', 'x'.repeat(10_000)],
    ['a list', '[]'],
    ['an object', encodeURIComponent('{"$ne":null}')],
    ['another path', '..%2f..%2fetc%2fpasswd'],
  ])('takes %s for no id at all: 404', async (_name, id) => {
    await using app = await buildTestApp();
    const { admin, team } = await buildPeople(app);
    const paths = ['', '/members', '/invitations'].map((rest) => `${api}/teams/${id}${rest}`);
    for (const path of paths) {
      expect((await app.request('GET', path, { as: admin })).status, path.slice(-20)).toBe(404);
    }
    const removal = await app.request('POST', removePath(team.id, id), { as: admin });
    expect(removal.status).toBe(404);
  });

  it('answers nobody without a login', async () => {
    await using app = await buildTestApp();
    const { admin, team, at } = await buildPeople(app);
    for (const [method, path] of [
      ['GET', `${api}/teams`],
      ['GET', at],
      ['DELETE', at],
      ['POST', removePath(team.id, admin.id, '/api/admin')],
    ] as const) {
      expect((await app.request(method, path)).status, path).toBe(401);
    }
  });
});

describe('changing and deleting a team', () => {
  it('is for its admins and superusers; a member sees it and may not', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, at } = await buildPeople(app);
    const rename = (as: TestUser, name: string) =>
      app.request('PUT', at, { as, body: { name, my_role: 'admin' } });

    expect(await rename(member, 'Mine')).toMatchObject({
      status: 403,
      problem: { detail: 'Requires admin permissions', code: 'TEAM_ADMIN_ONLY' },
    });
    expect((await app.request('DELETE', at, { as: member })).status).toBe(403);
    expect((await rename(admin, 'Comet')).body).toMatchObject({ name: 'Comet', my_role: 'admin' });
    expect((await rename(superuser, 'Star')).body).toMatchObject({ name: 'Star', my_role: null });
    expect((await app.request('GET', at, { as: member })).body).toMatchObject({
      name: 'Star',
      my_role: 'member',
    });
  });

  it('leaves what is not sent as it is', async () => {
    await using app = await buildTestApp();
    const { admin, at } = await buildPeople(app);
    await app.request('PUT', at, { as: admin, body: { description: 'To the moon' } });
    const answer = await app.request('PUT', at, { as: admin, body: {} });
    expect(answer.body).toMatchObject({ name: 'Rocket', description: 'To the moon' });
    expect((await app.request('PUT', at, { as: admin, body: { name: '' } })).status).toBe(422);
  });

  it('hides a deleted team from everybody at once, superusers too, and closes its boards', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, team, at } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: member, team });
    await using live = await app.live(member, meeting.id);
    await live.untilType('presence_update');

    expect((await app.request('DELETE', at, { as: admin })).status).toBe(204);
    for (const as of [admin, member, superuser]) {
      expect((await app.request('GET', at, { as })).status).toBe(404);
      expect((await app.request('GET', `${api}/teams`, { as })).body).toEqual([]);
      const board = await app.request('GET', `${api}/meetings/${meeting.id}`, { as });
      expect(board.status).toBe(404);
    }
    expect(await live.closed).toBe(4403);
    expect((await app.request('DELETE', at, { as: admin })).status).toBe(404);
  });
});

describe('members', () => {
  it('are listed to members, who joined first first, paged, without what is nobody’s business', async () => {
    await using app = await buildTestApp();
    const { admin, member, team, at } = await buildPeople(app);
    const gone = await buildUser(app, { deletedAt: new Date() });
    await app.db.insert(memberships).values({ teamId: team.id, userId: gone.id, role: 'member' });
    const answer = await app.request('GET', `${at}/members`, { as: member });
    const people = z.array(TeamMember.strict()).parse(answer.body);
    expect(people.map(({ user }) => user.id).toSorted()).toEqual([admin.id, member.id].toSorted());
    expect(answer.headers.get('X-Total-Count')).toBe('2');
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|superuser/i);
    const second = await app.request('GET', `${at}/members?skip=1&limit=1`, { as: member });
    expect(second.body).toEqual([answer.body].flat().slice(1));
  });
});

describe('removing a member', () => {
  it.each(['/api/admin', '/api/v1/admin'])('works under %s', async (prefix) => {
    await using app = await buildTestApp();
    const { admin, member, team, at } = await buildPeople(app);
    const path = removePath(team.id, member.id, prefix);
    expect((await app.request('POST', path, { as: admin })).status).toBe(204);
    expect((await app.request('GET', at, { as: member })).status).toBe(404);
    expect((await app.request('POST', path, { as: admin })).status).toBe(404);
  });

  it('ends the live boards of that member alone', async () => {
    await using app = await buildTestApp();
    const { admin, member, team } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: admin, team });
    await using theirs = await app.live(member, meeting.id);
    await using others = await app.live(admin, meeting.id);
    await theirs.untilType('presence_update');
    await others.untilType('presence_update');
    await app.request('POST', removePath(team.id, member.id), { as: admin });
    expect(await theirs.closed).toBe(4403);
    await app.request('POST', `${api}/meetings/${meeting.id}/phase/next`, { as: admin });
    await others.untilType('phase_changed');
  });

  it('is refused to members, to oneself and to people of other teams', async () => {
    await using app = await buildTestApp();
    const { admin, member, outsider, superuser, team } = await buildPeople(app);
    const remove = async (userId: string, as: TestUser) =>
      (await app.request('POST', removePath(team.id, userId), { as })).problem?.code;
    expect(await remove(admin.id, member)).toBe('TEAM_ADMIN_ONLY');
    expect(await remove(member.id, member)).toBe('CANNOT_REMOVE_SELF');
    expect(await remove(admin.id, admin)).toBe('CANNOT_REMOVE_SELF');
    expect(await remove(outsider.id, admin)).toBe('NOT_FOUND');
    expect(await remove(newId(UserId), admin)).toBe('NOT_FOUND');
    expect(await remove(superuser.id, superuser)).toBe('CANNOT_REMOVE_SELF');
  });

  it('never takes the last admin, not even by a superuser, and not who is admin in name only', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, team } = await buildPeople(app);
    const path = removePath(team.id, admin.id);
    const refused = { status: 409, problem: { code: 'LAST_TEAM_ADMIN' } };
    expect(await app.request('POST', path, { as: superuser })).toMatchObject(refused);
    await makeAdmin(app, team.id, member);
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, member.id));
    expect(await app.request('POST', path, { as: superuser })).toMatchObject(refused);
    await app.db.update(users).set({ isActive: true }).where(eq(users.id, member.id));
    expect((await app.request('POST', path, { as: superuser })).status).toBe(204);
    expect(await adminsOf(app, team.id)).toBe(1);
  });

  it('leaves an admin when two remove each other at once, or one person removes both', async () => {
    await using app = await buildTestApp();
    for (let round = 0; round < 10; round += 1) {
      const { admin, member, superuser, team } = await buildPeople(app);
      await makeAdmin(app, team.id, member);
      const [first, second] = round % 2 === 0 ? [admin, member] : [superuser, superuser];
      const answers = await Promise.all([
        app.request('POST', removePath(team.id, member.id), { as: first }),
        app.request('POST', removePath(team.id, admin.id), { as: second }),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([204, round % 2 === 0 ? 404 : 409]);
      expect(await adminsOf(app, team.id)).toBe(1);
    }
  });
});
