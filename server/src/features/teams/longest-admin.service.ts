// In whose name the operator of a server acts for a team.
import { TeamId } from '@wentwell/contract/ids';
import type { User } from '@wentwell/contract/users';
import { and, asc, eq, isNull } from 'drizzle-orm';

import { toUser, users } from '#server/features/users/users.table';
import type { Queries } from '#server/platform/db/database';

import { memberships, teams } from './teams.table.ts';

/** The admin of each team with this id or name who has been in it longest. */
export async function longestAdmins(
  db: Queries,
  nameOrId: string,
): Promise<{ teamId: TeamId; admin: User }[]> {
  const id = TeamId.safeParse(nameOrId);
  const rows = await db
    .selectDistinctOn([teams.id], { teamId: teams.id, admin: users })
    .from(teams)
    .innerJoin(memberships, and(eq(memberships.teamId, teams.id), eq(memberships.role, 'admin')))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        isNull(teams.deletedAt),
        isNull(users.deletedAt),
        eq(users.isActive, true),
        id.success ? eq(teams.id, id.data) : eq(teams.name, nameOrId),
      ),
    )
    .orderBy(teams.id, asc(memberships.joinedAt), asc(users.id));
  return rows.map(({ teamId, admin }) => ({ teamId, admin: toUser(admin) }));
}
