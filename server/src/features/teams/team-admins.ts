// Team admins. Finds the admin on whose behalf the operator acts, and ensures that no team loses its last one.
import type { User } from '@wentwell/contract/accounts/users';
import { TeamId, type UserId } from '@wentwell/contract/ids';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';

import { isActiveAccount, toUser, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';

import { lockTeamRow } from './team-access.ts';
import { memberships, membersOf, teams } from './teams.table.ts';

/** Finds the longest-standing admin of each team with this id or name. */
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
        isActiveAccount,
        id.success ? eq(teams.id, id.data) : eq(teams.name, nameOrId),
      ),
    )
    .orderBy(teams.id, asc(memberships.joinedAt), asc(users.id));
  return rows.map(({ teamId, admin }) => ({ teamId, admin: toUser(admin) }));
}

export interface MemberRef {
  teamId: TeamId;
  userId: UserId;
}

/** Whether the team has another `member` and another active `admin`. */
export async function remainingRoles(tx: Tx, { teamId, userId }: MemberRef) {
  const others = await membersOf(tx, teamId, ne(memberships.userId, userId));
  return {
    member: others.length > 0,
    admin: others.some(({ membership, user }) => membership.role === 'admin' && user.isActive),
  };
}

/** The teams of which the user is an admin, in lock order. */
async function administered(tx: Tx, userId: UserId): Promise<TeamId[]> {
  const rows = await tx
    .select({ teamId: teams.id })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(
      and(eq(memberships.userId, userId), eq(memberships.role, 'admin'), isNull(teams.deletedAt)),
    )
    .orderBy(asc(teams.id));
  return rows.map(({ teamId }) => teamId);
}

/** Locks the user's teams. Throws if one with other members would lose its last admin. Requires the user's lock. */
export async function requireAdminsWithout(tx: Tx, userId: UserId): Promise<void> {
  const held = new Set<TeamId>();
  for (;;) {
    // Same order for all callers. Read again after each lock, because memberships may have changed during the wait.
    const teamIds = await administered(tx, userId);
    const next = teamIds.find((teamId) => !held.has(teamId));
    if (next) {
      await lockTeamRow(tx, next);
      held.add(next);
      continue;
    }
    for (const teamId of teamIds) {
      const left = await remainingRoles(tx, { teamId, userId });
      if (left.member && !left.admin) throw new ApiError('LAST_TEAM_ADMIN');
    }
    return;
  }
}
