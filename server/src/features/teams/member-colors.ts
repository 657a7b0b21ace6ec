import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { assignColors } from '@wentwell/contract/person-colors';
import { and, asc, eq, isNull } from 'drizzle-orm';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Queries } from '#server/platform/db/database';

/** The colours that members see, for viewers who may not list the team. Of a large team, those of the first members. */
export async function memberColors(
  db: Queries,
  teamId: TeamId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.teamId, teamId), isNull(users.deletedAt)))
    .orderBy(asc(memberships.joinedAt), asc(memberships.userId))
    .limit(limits.namesMax);
  return assignColors(rows.map(({ id }) => id));
}
