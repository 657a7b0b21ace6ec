// The names under which people stand in what leaves the site: in files and mails.
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull } from 'drizzle-orm';

import { memberships } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Queries } from '#server/platform/db/database';

/** As pages name them: whoever has deleted their account is a former member, and so is a leaver without a name. */
export async function namesOf(
  db: Queries,
  teamId: TeamId,
  ids: readonly UserId[],
): Promise<(id: UserId) => string> {
  const rows = await db
    .select({ user: users, memberId: memberships.userId })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.teamId, teamId)))
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.deletedAt)));
  const names = new Map(
    rows.map(({ user, memberId }) => {
      const { display_name, full_name } = personNames(user);
      // The name of somebody without one is part of their address, which is for those who share a team with them.
      return [user.id, memberId ? display_name : full_name];
    }),
  );
  return (id) => names.get(id) || 'Former member';
}
