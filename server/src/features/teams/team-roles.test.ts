import { UserId } from '@wentwell/contract/ids';
import { TeamMember } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { follow } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { api, buildPeople, headcount, removePath, setRole, comparable } from '#test/team-scene';

const app = await fileApp();

const lastAdmin = { status: 409, problem: { code: 'LAST_TEAM_ADMIN' } };

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

describe('the last admin', () => {
  it('cannot be demoted; closed and deleted accounts are no other admin', async () => {
    const { admin, member, superuser, team, teamPath } = await buildPeople(app);
    const lower = () => change(teamPath, admin.id, { as: superuser, role: 'member' });
    expect(await lower()).toMatchObject(lastAdmin);
    await setRole(app, { teamId: team.id, user: member }, 'admin');
    for (const gone of [{ isActive: false }, { isActive: true, deletedAt: new Date() }]) {
      await app.db.update(users).set(gone).where(eq(users.id, member.id));
      expect(await lower()).toMatchObject(lastAdmin);
    }
    await app.db.update(users).set({ deletedAt: null }).where(eq(users.id, member.id));
    expect((await lower()).status).toBe(200);
  });

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
