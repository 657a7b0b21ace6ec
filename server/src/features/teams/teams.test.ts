import { Team } from '@wentwell/contract/teams/teams';
import { describe, expect, it } from 'vitest';

import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { api, buildPeople } from '#test/team-scene';

const app = await fileApp();

describe('creating a team', () => {
  it('returns 201 and makes its creator the admin', async () => {
    const creator = await buildUser(app);
    const body = { name: '  Rocket  ', description: '' };
    const made = await app.post(creator, `${api}/teams`, body);

    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Rocket', description: '', my_role: 'admin' },
    });
    const members = await app.get(creator, `${api}/teams/${Team.parse(made.body).id}/members`);
    expect(members.body).toMatchObject([{ user: { id: creator.id }, role: 'admin' }]);
  });
});

describe('changing and deleting a team', () => {
  it('keeps fields that are not sent', async () => {
    const { admin, teamPath } = await buildPeople(app);
    await app.put(admin, teamPath, { description: 'To the moon' });
    const answer = await app.put(admin, teamPath, {});
    expect(answer.body).toMatchObject({ name: 'Rocket', description: 'To the moon' });
    expect((await app.put(admin, teamPath, { name: '' })).status).toBe(422);
  });

  it('hides a deleted team from everybody, also superusers, and closes its boards', async () => {
    await using app = await buildTestApp();
    const { admin, member, superuser, team, teamPath } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: member, team });
    await using live = await app.live(member, meeting.id);
    await live.untilType('presence_update');

    expect((await app.delete(admin, teamPath)).status).toBe(204);
    for (const as of [admin, member, superuser]) {
      expect((await app.get(as, teamPath)).status).toBe(404);
      expect((await app.get(as, `${api}/teams`)).body).toEqual([]);
      expect((await app.get(as, `${api}/meetings/${meeting.id}`)).status).toBe(404);
    }
    expect(await live.closed).toBe(4403);
    expect((await app.delete(admin, teamPath)).status).toBe(404);
  });
});
