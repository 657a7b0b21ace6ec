import { Team } from '@wentwell/contract/teams/teams';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { api, buildPeople } from '#test/team-scene';

const app = await fileApp();

it('creating a team returns 201 and makes its creator the admin', async () => {
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

describe('listing teams', () => {
  it('shows only the caller’s teams, and all to a superuser without teams', async () => {
    await using app = await buildTestApp();
    const { member, superuser, team } = await buildPeople(app);
    const foreign = await buildTeam(app, { name: 'Canary' });
    const idsOf = async (path: string, as: TestUser) =>
      (await app.read(as, api + path, z.array(Team))).map(({ id }) => id);

    expect(await idsOf('/teams', member)).toEqual([team.id]);
    expect(await idsOf('/teams/me', member)).toEqual([team.id]);
    expect((await idsOf('/teams', superuser)).toSorted()).toEqual([team.id, foreign.id].toSorted());
    expect(await idsOf('/teams/me', superuser)).toEqual([]);
  });

  it('is paged by skip and limit, last joined first, with the total', async () => {
    const creator = await buildUser(app);
    for (const name of ['One', 'Two', 'Three']) {
      await app.post(creator, `${api}/teams`, { name });
    }
    const page = await app.get(creator, `${api}/teams?skip=1&limit=1`);
    expect(page.body).toMatchObject([{ name: 'Two' }]);
    expect(page.headers.get('X-Total-Count')).toBe('3');
    const beyond = await app.get(creator, `${api}/teams/me?skip=9`);
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get('X-Total-Count')).toBe('3');
  });

  it('shows a superuser all teams once, own ones first, without deleted ones', async () => {
    await using app = await buildTestApp();
    const superuser = await buildUser(app, { isSuperuser: true });
    const members = [await buildUser(app), await buildUser(app)];
    for (const name of ['b', 'C', 'a']) await buildTeam(app, { name, members });
    const deleted = await buildTeam(app, { name: 'deleted' });
    await app.delete(superuser, `${api}/teams/${deleted.id}`);
    await app.post(superuser, `${api}/teams`, { name: 'z' });
    const names: string[] = [];
    for (let skip = 0; skip < 6; skip += 2) {
      const page = await app.get(superuser, `${api}/teams?skip=${skip}&limit=2`);
      expect(page.headers.get('X-Total-Count')).toBe('4');
      names.push(
        ...z
          .array(Team)
          .parse(page.body)
          .map(({ name }) => name),
      );
    }
    expect(names).toEqual(['z', 'a', 'b', 'C']);
  });

  it('matches any part of the name, in any case, with the total of matches', async () => {
    await using app = await buildTestApp();
    const { member, superuser } = await buildPeople(app);
    await buildTeam(app, { name: 'Rocket canary' });
    for (const name of ['100% done', 'Straße', 'Pocket']) {
      await app.post(member, `${api}/teams`, { name });
    }
    const find = async (pattern: string, { path = '/teams/me', as = member } = {}) => {
      const query = new URLSearchParams({ name_pattern: pattern, limit: '1' });
      const answer = await app.get(as, `${api}${path}?${query.toString()}`);
      const [found] = z.array(Team).parse(answer.body);
      return [found?.name, answer.headers.get('X-Total-Count')];
    };
    for (const path of ['/teams', '/teams/me']) {
      expect(await find('OCKET', { path })).toEqual(['Pocket', '2']);
      expect(await find('%', { path })).toEqual(['100% done', '1']);
      expect(await find('straße', { path })).toEqual(['Straße', '1']);
      expect(await find('_', { path })).toEqual([undefined, '0']);
    }
    expect(await find('rocket', { path: '/teams', as: superuser })).toEqual(['Rocket', '2']);
    expect(await find('rocket', { as: superuser })).toEqual([undefined, '0']);
    const tooLong = await app.get(member, `${api}/teams?name_pattern=${'x'.repeat(101)}`);
    expect(tooLong.status).toBe(422);
  });

  it('counts members without deleted accounts', async () => {
    const [founder, other, leaver] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    const big = await buildTeam(app, {
      name: 'Big',
      admin: founder,
      members: [other, leaver],
    });
    const made = await app.post(founder, `${api}/teams`, { name: 'Small' });
    expect(made.body).toMatchObject({ name: 'Small', member_count: 1 });
    const list = () => app.get(founder, `${api}/teams/me`);
    expect((await list()).body).toMatchObject([
      { name: 'Small', member_count: 1 },
      { name: 'Big', member_count: 3 },
    ]);
    expect((await app.delete(leaver, `${api}/users/${leaver.id}`)).status).toBe(204);
    const one = await app.get(founder, `${api}/teams/${big.id}`);
    expect(one.body).toMatchObject({ member_count: 2 });
  });
});
