import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { follow } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { invite } from '#test/invitation-scene';
import { api, buildPeople, headcount, setRole } from '#test/team-scene';

const app = await fileApp();

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

  it('is refused to the last admin while others remain', async () => {
    const { admin, member, team, teamPath } = await buildPeople(app);
    const refused = {
      status: 409,
      problem: {
        detail: 'A team needs an admin: make someone else an admin first.',
        code: 'LAST_TEAM_ADMIN',
      },
    };
    expect(await leave(teamPath, admin)).toMatchObject(refused);
    await setRole(app, { teamId: team.id, user: member }, 'admin');
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, member.id));
    expect(await leave(teamPath, admin)).toMatchObject(refused);
    expect((await app.get(admin, teamPath)).body).toMatchObject({
      my_role: 'admin',
    });
    await app.db.update(users).set({ isActive: true }).where(eq(users.id, member.id));
    expect((await leave(teamPath, admin)).status).toBe(204);
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
