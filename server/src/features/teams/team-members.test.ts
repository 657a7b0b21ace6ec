import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { TeamMember } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { auditEntries } from '#server/features/admin/audit.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { api, buildPeople, headcount, removePath, setRole } from '#test/team-scene';

const app = await fileApp();

describe('members', () => {
  it('are listed to members in joining order, paged, without private fields', async () => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    const gone = await buildUser(app, { deletedAt: new Date() });
    await app.db.insert(memberships).values({ teamId: team.id, userId: gone.id, role: 'member' });
    const answer = await app.get(member, `${teamPath}/members`);
    const people = z.array(TeamMember.strict()).parse(answer.body);
    expect(people.map(({ user }) => user.id).toSorted()).toEqual([admin.id, member.id].toSorted());
    expect(answer.headers.get('X-Total-Count')).toBe('2');
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|superuser/i);
    const second = await app.get(member, `${teamPath}/members?skip=1&limit=1`);
    expect(second.body).toEqual([answer.body].flat().slice(1));
  });

  it('match each word of their name and address (A-18)', async () => {
    const { admin, team, teamPath } = await buildPeople(app);
    const names = { firstName: 'Sasha', lastName: 'Brook' };
    const sasha = await buildUser(app, { ...names, email: 'sb@found.example' });
    const gone = await buildUser(app, { ...names, deletedAt: new Date() });
    for (const { id: userId } of [sasha, gone]) {
      await app.db.insert(memberships).values({ teamId: team.id, userId, role: 'member' });
    }
    await buildUser(app, names);
    const find = async (search: string) => {
      const query = new URLSearchParams({ search }).toString();
      const answer = await app.get(admin, `${teamPath}/members?${query}`);
      const found = z.array(TeamMember).parse(answer.body);
      return [found.map(({ user }) => user.id), answer.headers.get('X-Total-Count')];
    };
    for (const search of ['brook sas', 'SB@found', 'sasha']) {
      expect(await find(search)).toEqual([[sasha.id], '1']);
    }
    expect(await find('sasha river')).toEqual([[], '0']);
    expect((await find(' '))[1]).toBe('3');
  });
});

describe('members by id', () => {
  it('are listed in joining order, without strangers and former members (A-18)', async () => {
    const { admin, member, teamPath } = await buildPeople(app);
    const stranger = await buildUser(app);
    const list = (ids: readonly string[]) =>
      app.get(admin, `${teamPath}/members?user_id=${ids.join()}`);
    const one = await list([member.id, stranger.id]);
    expect(z.array(TeamMember).parse(one.body)).toMatchObject([{ user: { id: member.id } }]);
    expect(one.headers.get('X-Total-Count')).toBe('1');
    const both = z.array(TeamMember).parse((await list([member.id, admin.id])).body);
    expect(both.map(({ user }) => user.id)).toEqual([admin.id, member.id]);
  });

  it('accept up to a page of valid ids', async () => {
    const { admin, teamPath } = await buildPeople(app);
    const many = Array.from({ length: limits.namesMax + 1 }, () => admin.id).join();
    for (const ids of ['', 'nobody', `${admin.id},`, many]) {
      const answer = await app.get(admin, `${teamPath}/members?user_id=${ids}`);
      expect(answer.status, ids).toBe(422);
    }
  });
});

describe('removing a member', () => {
  it.each(['/api/admin', '/api/v1/admin'])('works under %s', async (prefix) => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    const path = removePath(team.id, member.id, prefix);
    expect((await app.post(admin, path)).status).toBe(204);
    expect((await app.get(member, teamPath)).status).toBe(404);
    expect((await app.post(admin, path)).status).toBe(404);
  });

  it('closes only that member’s live boards', async () => {
    const { admin, member, team } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: admin, team });
    await using theirs = await app.live(member, meeting.id);
    await using others = await follow(app, admin, meeting.id);
    await theirs.untilType('presence_update');
    await others.untilType('presence_update');
    await app.post(admin, removePath(team.id, member.id));
    expect(await theirs.closed).toBe(4403);
    await app.post(admin, `${api}/meetings/${meeting.id}/phase/next`);
    await others.untilType('board_changed');
  });

  it('is refused to members, for oneself and to other teams', async () => {
    const { admin, member, outsider, superuser, team } = await buildPeople(app);
    const remove = async (userId: string, as: TestUser) =>
      (await app.post(as, removePath(team.id, userId))).problem?.code;
    expect(await remove(admin.id, member)).toBe('TEAM_ADMIN_ONLY');
    expect(await remove(member.id, member)).toBe('CANNOT_REMOVE_SELF');
    expect(await remove(admin.id, admin)).toBe('CANNOT_REMOVE_SELF');
    expect(await remove(outsider.id, admin)).toBe('NOT_FOUND');
    expect(await remove(newId(UserId), admin)).toBe('NOT_FOUND');
    expect(await remove(superuser.id, superuser)).toBe('CANNOT_REMOVE_SELF');
  });

  it('ignores deleted accounts', async () => {
    const { admin, member, team } = await buildPeople(app);
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, member.id));
    expect((await app.post(admin, removePath(team.id, member.id))).status).toBe(404);
  });

  it('is in the audit log: actor, member, team, address', async () => {
    await using app = await buildTestApp();
    const { admin, member, team } = await buildPeople(app);
    const answer = await app.post(admin, removePath(team.id, member.id));
    const action = {
      actorId: admin.id,
      action: 'remove_user',
      address: '127.0.0.1',
      requestId: answer.headers.get('X-Request-Id'),
    };
    expect(await app.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { ...action, targetKind: 'users', targetId: member.id },
      { ...action, targetKind: 'teams', targetId: team.id },
    ]);
    await app.post(admin, removePath(team.id, admin.id));
    expect(await app.db.$count(auditEntries)).toBe(2);
  });

  it('is in the audit log if the role changes, otherwise as a read', async () => {
    await using app = await buildTestApp();
    const { member, superuser, team } = await buildPeople(app);
    const path = `/api/v1/teams/${team.id}/members/${member.id}`;
    for (const role of ['admin', 'admin']) {
      expect((await app.put(superuser, path, { role })).status).toBe(200);
    }
    const action = { actorId: superuser.id, action: 'change_role' };
    expect(await app.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { ...action, targetKind: 'users', targetId: member.id },
      { ...action, targetKind: 'teams', targetId: team.id },
      { ...action, action: 'read_team', targetKind: 'teams', targetId: team.id },
    ]);
  });

  it('never removes the last admin, not even by a superuser or if the other admin’s account is deleted', async () => {
    const { admin, member, superuser, team } = await buildPeople(app);
    const path = removePath(team.id, admin.id);
    const refused = { status: 409, problem: { code: 'LAST_TEAM_ADMIN' } };
    expect(await app.post(superuser, path)).toMatchObject(refused);
    await setRole(app, { teamId: team.id, user: member }, 'admin');
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, member.id));
    expect(await app.post(superuser, path)).toMatchObject(refused);
    await app.db.update(users).set({ isActive: true }).where(eq(users.id, member.id));
    expect((await app.post(superuser, path)).status).toBe(204);
    expect(await headcount(app, team.id)).toEqual({ members: 1, admins: 1 });
  });

  it('keeps an admin if two remove each other, or one person removes both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, member, superuser, team } = await buildPeople(app);
      await setRole(app, { teamId: team.id, user: member }, 'admin');
      const [first, second] = round % 2 === 0 ? [admin, member] : [superuser, superuser];
      const answers = await Promise.all([
        app.post(first, removePath(team.id, member.id)),
        app.post(second, removePath(team.id, admin.id)),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([204, round % 2 === 0 ? 404 : 409]);
      expect(await headcount(app, team.id)).toEqual({ members: 1, admins: 1 });
    }
  });
});
