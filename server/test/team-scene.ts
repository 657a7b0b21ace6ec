// Setup of team tests: one team, and a user in each role.
import type { TeamId } from '@wentwell/contract/ids';
import type { TeamRole } from '@wentwell/contract/teams/teams';
import { and, eq, isNull } from 'drizzle-orm';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Answer, TestApp, TestUser } from '#test/build-test-app';
import { buildTeam, buildUser, ownPassword } from '#test/factories';

export const api = '/api/v1';

export async function buildPeople(app: TestApp) {
  const admin = await buildUser(app);
  const member = await buildUser(app);
  const outsider = await buildUser(app);
  const superuser = await buildUser(app, { isSuperuser: true });
  const team = await buildTeam(app, { admin, members: [member] });
  return { admin, member, outsider, superuser, team, teamPath: `${api}/teams/${team.id}` };
}

export function removePath(teamId: TeamId, userId: string, prefix = '/api/v1/admin'): string {
  return `${prefix}/teams/${teamId}/remove-user/${userId}`;
}

type Leaving = (
  app: TestApp,
  team: { id: TeamId; admin: TestUser },
  member: TestUser,
) => Promise<Answer>;

export const leaveTeam: Leaving = (app, { id }, as) => app.post(as, `${api}/teams/${id}/leave`);

/** The ways in which a member leaves a team. */
export const leavings: Record<string, Leaving> = {
  'leaves the team': leaveTeam,
  'is removed from it': (app, { id, admin }, member) => app.post(admin, removePath(id, member.id)),
  'deletes their account': (app, _, as) =>
    app.delete(as, `${api}/users/${as.id}`, { password: ownPassword }),
};

/** The part of two refusals that must be equal, so that callers cannot distinguish them. */
export function comparable({ status, problem }: Pick<Answer, 'status' | 'problem'>) {
  return { status, problem: { ...problem, request_id: '' } };
}

export async function setRole(
  app: TestApp,
  membership: { teamId: TeamId; user: TestUser },
  role: TeamRole,
): Promise<void> {
  await app.db
    .update(memberships)
    .set({ role })
    .where(
      and(eq(memberships.teamId, membership.teamId), eq(memberships.userId, membership.user.id)),
    );
}

/** The number of active members and admins. */
export async function headcount(app: TestApp, teamId: TeamId) {
  const rows = await app.db
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.teamId, teamId), isNull(users.deletedAt)));
  return { members: rows.length, admins: rows.filter(({ role }) => role === 'admin').length };
}
