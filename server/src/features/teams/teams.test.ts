import { TeamId } from '@wentwell/contract/ids';
import { Team } from '@wentwell/contract/teams/teams';
import { describe, expect, it } from 'vitest';

import { teams } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { api, buildPeople } from '#test/team-scene';

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

  it('refuses what is no team with 422 and stores nothing', async () => {
    await using app = await buildTestApp();
    const creator = await buildUser(app);
    const noText = 'Contains characters that are not text.';
    for (const [body, detail] of [
      [{ name: ' \t ' }, 'Please enter a team name.'],
      [{ name: 'x'.repeat(101) }, 'Must be at most 100 characters long.'],
      [{ name: 'a\u0000b' }, noText],
      [{ name: 'a\ud800' }, noText],
      [{ name: ['Rocket'] }, undefined],
      [{ name: 'x', description: 'x'.repeat(501) }, undefined],
      [[], undefined],
    ]) {
      const { status, problem } = await app.request('POST', `${api}/teams`, { as: creator, body });
      expect([status, detail ?? problem?.detail]).toEqual([422, problem?.detail]);
    }
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
