import { TeamId } from '@wentwell/contract/ids';
import { Team } from '@wentwell/contract/teams';
import { describe, expect, it } from 'vitest';

import { teams } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { api, buildPeople, removePath, comparable } from '#test/team-scene';

describe('creating a team', () => {
  it('returns 201 and makes its creator the admin', async () => {
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

  it('stores no field that the caller may not set', async () => {
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

describe('another people’s team', () => {
  it('is 404 for outsiders and former members', async () => {
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
        ['PUT', `${api}/teams/${teamId}/members/${admin.id}`, { role: 'member' }],
        ['POST', `${api}/teams/${teamId}/leave`, undefined],
        ['POST', `/api/admin/teams/${teamId}/remove-user/${admin.id}`, undefined],
        ['POST', `/api/v1/admin/teams/${teamId}/remove-user/${admin.id}`, undefined],
      ] as const;

    for (const as of [outsider, member]) {
      const nowhere = calls(random);
      for (const [index, [method, path, body]] of calls(team.id).entries()) {
        const there = await app.request(method, path, { as, body });
        const none = await app.request(method, nowhere[index]?.[1] ?? '', { as, body });
        expect(there.status, `${method} ${path}`).toBe(404);
        expect(comparable(there)).toEqual(comparable(none));
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
  ])('treats %s as no id: 404', async (_name, id) => {
    await using app = await buildTestApp();
    const { admin, team } = await buildPeople(app);
    const paths = ['', '/members', '/invitations'].map((rest) => `${api}/teams/${id}${rest}`);
    for (const path of paths) {
      expect((await app.request('GET', path, { as: admin })).status, path.slice(-20)).toBe(404);
    }
    const body = { role: 'member' };
    for (const [method, path] of [
      ['POST', removePath(team.id, id)],
      ['PUT', `${api}/teams/${team.id}/members/${id}`],
      ['PUT', `${api}/teams/${id}/members/${admin.id}`],
      ['POST', `${api}/teams/${id}/leave`],
    ] as const) {
      expect((await app.request(method, path, { as: admin, body })).status, path).toBe(404);
    }
  });
});

describe('changing and deleting a team', () => {
  it('is for its admins and superusers, not for members', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, teamPath } = await buildPeople(app);
    const rename = (as: TestUser, name: string) =>
      app.request('PUT', teamPath, { as, body: { name, my_role: 'admin' } });

    expect(await rename(member, 'Mine')).toMatchObject({
      status: 403,
      problem: { detail: 'Requires admin permissions', code: 'TEAM_ADMIN_ONLY' },
    });
    expect((await app.request('DELETE', teamPath, { as: member })).status).toBe(403);
    expect((await rename(admin, 'Comet')).body).toMatchObject({ name: 'Comet', my_role: 'admin' });
    expect((await rename(superuser, 'Star')).body).toMatchObject({ name: 'Star', my_role: null });
    expect((await app.request('GET', teamPath, { as: member })).body).toMatchObject({
      name: 'Star',
      my_role: 'member',
    });
  });

  it('keeps fields that are not sent', async () => {
    await using app = await buildTestApp();
    const { admin, teamPath } = await buildPeople(app);
    await app.request('PUT', teamPath, { as: admin, body: { description: 'To the moon' } });
    const answer = await app.request('PUT', teamPath, { as: admin, body: {} });
    expect(answer.body).toMatchObject({ name: 'Rocket', description: 'To the moon' });
    expect((await app.request('PUT', teamPath, { as: admin, body: { name: '' } })).status).toBe(
      422,
    );
  });

  it('hides a deleted team from everybody, also superusers, and closes its boards', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, team, teamPath } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: member, team });
    await using live = await app.live(member, meeting.id);
    await live.untilType('presence_update');

    expect((await app.request('DELETE', teamPath, { as: admin })).status).toBe(204);
    for (const as of [admin, member, superuser]) {
      expect((await app.request('GET', teamPath, { as })).status).toBe(404);
      expect((await app.request('GET', `${api}/teams`, { as })).body).toEqual([]);
      const board = await app.request('GET', `${api}/meetings/${meeting.id}`, { as });
      expect(board.status).toBe(404);
    }
    expect(await live.closed).toBe(4403);
    expect((await app.request('DELETE', teamPath, { as: admin })).status).toBe(404);
  });
});
