import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { TeamMember } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { auditEntries } from '#server/features/admin/audit.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { follow } from '#test/board-scene';
import { type Answer, buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';
import { invite } from '#test/invitation-scene';
import { api, buildPeople, comparable, headcount, removePath, setRole } from '#test/team-scene';

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
    const sasha = await buildUser(app, { ...names, email: 'sb@xn--fund-qqa.example' });
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
    for (const search of ['brook sas', 'SB@FÓUND.example', 'sasha']) {
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

function change(at: string, userId: string, { as, role }: { as: TestUser; role: unknown }) {
  return app.put(as, `${at}/members/${userId}`, { role });
}

describe('changing a role', () => {
  it('is allowed to team admins and superusers, and returns the changed member', async () => {
    const { admin, member, superuser, teamPath } = await buildPeople(app);
    const raised = await change(teamPath, member.id, { as: admin, role: 'admin' });
    expect(raised.status).toBe(200);
    expect(TeamMember.strict().parse(raised.body)).toMatchObject({
      user: { id: member.id, email: member.email },
      role: 'admin',
    });
    expect((await app.get(member, teamPath)).body).toMatchObject({
      my_role: 'admin',
    });
    // The new admin may demote the first one.
    const lowered = await change(teamPath, admin.id, { as: member, role: 'member' });
    expect(lowered).toMatchObject({ status: 200, body: { role: 'member' } });
    const again = await change(teamPath, admin.id, { as: superuser, role: 'admin' });
    expect(again).toMatchObject({ status: 200, body: { role: 'admin' } });
    const same = await change(teamPath, admin.id, { as: superuser, role: 'admin' });
    expect(same.body).toEqual(again.body);
  });

  it('is refused to members, for oneself and for people outside the team', async () => {
    const { admin, member, outsider, superuser, team, teamPath } = await buildPeople(app);
    const code = async (userId: string, as: TestUser) =>
      (await change(teamPath, userId, { as, role: 'admin' })).problem?.code;
    expect(await code(admin.id, member)).toBe('TEAM_ADMIN_ONLY');
    expect(await code(member.id, member)).toBe('CANNOT_CHANGE_OWN_ROLE');
    expect(await code(admin.id, admin)).toBe('CANNOT_CHANGE_OWN_ROLE');
    await setRole(app, { teamId: team.id, user: member }, 'admin');
    const own = await change(teamPath, admin.id, { as: admin, role: 'member' });
    expect(own).toMatchObject({
      status: 409,
      problem: { detail: 'Cannot change your own role', code: 'CANNOT_CHANGE_OWN_ROLE' },
    });
    const nobody = await change(teamPath, newId(UserId), { as: admin, role: 'admin' });
    const elsewhere = await change(teamPath, outsider.id, { as: admin, role: 'admin' });
    expect(elsewhere.status).toBe(404);
    expect(comparable(elsewhere)).toEqual(comparable(nobody));
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, member.id));
    const gone = await change(teamPath, member.id, { as: superuser, role: 'member' });
    expect(comparable(gone)).toEqual(comparable(nobody));
  });

  it('keeps the demoted admin’s board open, with a member’s rights', async () => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    await setRole(app, { teamId: team.id, user: member }, 'admin');
    const meeting = await buildMeeting(app, { owner: admin, team });
    const path = `${api}/meetings/${meeting.id}`;
    await using live = await follow(app, member, meeting.id);
    const rename = (name: string) => app.put(member, path, { name });
    expect((await rename('Mine to change')).status).toBe(200);
    await change(teamPath, member.id, { as: admin, role: 'member' });
    expect((await rename('Mine no more')).status).toBe(403);
    expect((await app.put(member, teamPath, { name: 'x' })).status).toBe(403);
    await app.post(admin, `${path}/phase/next`);
    await live.until(
      (frame) => frame.type === 'board_changed' && frame.data.command === 'phase.next',
    );
  });
});

type People = Awaited<ReturnType<typeof buildPeople>>;

describe('the last admin', () => {
  const endings: Record<string, (people: People) => Promise<Answer>> = {
    'be demoted': ({ admin, superuser, teamPath }) =>
      change(teamPath, admin.id, { as: superuser, role: 'member' }),
    'be removed': ({ admin, superuser, team }) =>
      app.post(superuser, removePath(team.id, admin.id)),
    leave: ({ admin, teamPath }) => leave(teamPath, admin),
    'delete their account': ({ admin }) =>
      app.delete(admin, `${api}/users/${admin.id}`, { password: ownPassword }),
    'be deleted': ({ admin, superuser }) => app.delete(superuser, `${api}/users/${admin.id}`),
  };

  it.each(Object.entries(endings))(
    'cannot %s while others remain; closed and deleted accounts are no other admin',
    async (_, end) => {
      const people = await buildPeople(app);
      const { admin, member, outsider, team, teamPath } = people;
      const joining = { teamId: team.id, userId: outsider.id, role: 'member' as const };
      await app.db.insert(memberships).values(joining);
      const set = (change: Partial<typeof users.$inferInsert>) =>
        app.db.update(users).set(change).where(eq(users.id, member.id));
      const refused = {
        status: 409,
        problem: {
          detail: 'A team needs an admin: make someone else an admin first.',
          code: 'LAST_TEAM_ADMIN',
        },
      };
      expect(await end(people)).toMatchObject(refused);
      await setRole(app, { teamId: team.id, user: member }, 'admin');
      for (const gone of [{ isActive: false }, { isActive: true, deletedAt: new Date() }]) {
        await set(gone);
        expect(await end(people)).toMatchObject(refused);
      }
      expect((await app.get(admin, teamPath)).body).toMatchObject({ my_role: 'admin' });
      await set({ deletedAt: null });
      expect((await end(people)).status).toBeLessThan(300);
      expect((await headcount(app, team.id)).admins).toBe(1);
    },
  );

  it('remains if two admins demote each other, or leave, simultaneously', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const [ofAdmin, ofOther] of [
        ['lower', 'lower'],
        ['lower', 'remove'],
        ['lower', 'leave'],
        ['remove', 'leave'],
        ['leave', 'leave'],
        ['delete', 'leave'],
        ['delete', 'lower'],
        ['delete', 'remove'],
        ['delete', 'delete'],
      ] as const) {
        const [admin, other, member] = [
          await buildUser(app),
          await buildUser(app),
          await buildUser(app),
        ];
        const team = await buildTeam(app, { admin, members: [other, member] });
        await setRole(app, { teamId: team.id, user: other }, 'admin');
        const at = `${api}/teams/${team.id}`;
        const act = (how: 'lower' | 'remove' | 'leave' | 'delete', as: TestUser) => {
          const victim = as === admin ? other : admin;
          if (how === 'lower') return change(at, victim.id, { as, role: 'member' });
          if (how === 'leave') return app.post(as, `${at}/leave`);
          if (how === 'delete') return app.delete(as, `${api}/users/${as.id}`);
          return app.post(as, removePath(team.id, victim.id));
        };
        const answers = await Promise.all([act(ofAdmin, admin), act(ofOther, other)]);
        const statuses = answers.map(({ status }) => status);
        const what = `${ofAdmin} and ${ofOther}: ${statuses.join()}`;
        expect(Math.max(...statuses), what).toBeLessThan(500);
        expect(Math.min(...statuses), what).toBeLessThan(300);
        expect((await headcount(app, team.id)).admins, what).toBeGreaterThan(0);
      }
    }
  });
});

const leave = (at: string, as: TestUser) => app.post(as, `${at}/leave`);

async function isDeleted(teamId: (typeof teams.$inferSelect)['id']): Promise<boolean> {
  const [row] = await app.db.select().from(teams).where(eq(teams.id, teamId));
  return row?.deletedAt instanceof Date;
}

describe('leaving a team', () => {
  it('returns 204 and ends all access immediately; repeating returns 404', async () => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    expect(await leave(teamPath, member)).toMatchObject({ status: 204, body: null });
    expect((await app.get(member, teamPath)).status).toBe(404);
    expect((await app.get(member, `${api}/teams/me`)).body).toEqual([]);
    expect((await leave(teamPath, member)).status).toBe(404);
    expect((await app.get(admin, teamPath)).status).toBe(200);
    expect(await headcount(app, team.id)).toEqual({ members: 1, admins: 1 });
  });

  it('closes only the leaver’s boards of that team', async () => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    const meeting = await buildMeeting(app, { owner: admin, team });
    const elsewhere = await buildMeeting(app, { owner: member });
    await using theirs = await app.live(member, meeting.id);
    await using others = await follow(app, admin, meeting.id);
    await using stays = await follow(app, member, elsewhere.id);
    await leave(teamPath, member);
    expect(await theirs.closed).toBe(4403);
    const next = (meetingId: string, as: TestUser) =>
      app.post(as, `${api}/meetings/${meetingId}/phase/next`);
    await next(meeting.id, admin);
    await others.untilType('board_changed');
    await next(elsewhere.id, member);
    await stays.untilType('board_changed');
  });

  it.each(['admin', 'member'] as const)(
    'deletes the team when the last to go is its %s, for who is deleted is not left',
    async (role) => {
      const person = await buildUser(app);
      const team = await buildTeam(app, { admin: person, members: [await deletedUser()] });
      await setRole(app, { teamId: team.id, user: person }, role);
      const at = `${api}/teams/${team.id}`;
      const superuser = await buildUser(app, { isSuperuser: true });
      expect((await leave(at, person)).status).toBe(204);
      expect((await app.get(superuser, at)).status).toBe(404);
      expect(await isDeleted(team.id)).toBe(true);
    },
  );

  it('by its last member deletes it and closes its boards, also a superuser’s', async () => {
    const { admin, team } = await alone();
    const meeting = await buildMeeting(app, { owner: admin, team });
    const superuser = await buildUser(app, { isSuperuser: true });
    await using live = await app.live(superuser, meeting.id);
    await leave(`${api}/teams/${team.id}`, admin);
    expect(await live.closed).toBe(4403);
  });

  it('excludes a concurrent join: one of both happens first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, team } = await alone();
      const guest = await buildUser(app);
      const at = `${api}/teams/${team.id}`;
      const { accept } = await invite(app, `${at}/invitations`, { as: admin, to: guest.email });
      const [joined, left] = await Promise.all([app.post(guest, accept), leave(at, admin)]);
      const over = await isDeleted(team.id);
      expect([joined.status, left.status]).toEqual(over ? [404, 204] : [200, 409]);
      expect(await headcount(app, team.id)).toEqual(
        over ? { members: 0, admins: 0 } : { members: 2, admins: 1 },
      );
    }
  });
});

async function alone() {
  const admin = await buildUser(app);
  return { admin, team: await buildTeam(app, { admin }) };
}

function deletedUser(): Promise<TestUser> {
  return buildUser(app, { deletedAt: new Date() });
}
