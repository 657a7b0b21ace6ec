import type { TeamId, UserId } from '@wentwell/contract/ids';
import type { Team, TeamMember, TeamRole } from '@wentwell/contract/teams';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { personNames, type UserRow, users } from '#server/features/users/users.table';
import { createdAndUpdated, instant, softDelete } from '#server/platform/db/columns';

export const teams = pgTable('teams', {
  id: uuid().$type<TeamId>().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(''),
  ...createdAndUpdated,
  ...softDelete,
});

export const memberships = pgTable(
  'memberships',
  {
    teamId: uuid()
      .$type<TeamId>()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<TeamRole>().notNull(),
    joinedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index('memberships_user').on(table.userId),
  ],
);

export type TeamRow = typeof teams.$inferSelect;
type MembershipRow = typeof memberships.$inferSelect;

/** Takes a stored team and the caller's role in it; gives the entity that the API answers. */
export function toTeam(row: TeamRow, role: TeamRole | null): Team {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    my_role: role,
    created_at: row.createdAt.toISOString(),
  };
}

/** Takes a membership and its person; gives the row of the members list. */
export function toTeamMember(membership: MembershipRow, person: UserRow): TeamMember {
  const { full_name: _, ...names } = personNames(person);
  return {
    user: { id: person.id, ...names, is_active: person.isActive },
    role: membership.role,
    joined_at: membership.joinedAt.toISOString(),
  };
}
