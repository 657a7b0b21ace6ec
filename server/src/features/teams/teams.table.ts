import { assignColors } from '@wentwell/contract/accounts/person-colors';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { TeamLanguage } from '@wentwell/contract/teams/team-languages';
import type { Team, TeamMember, TeamRole } from '@wentwell/contract/teams/teams';
import {
  and,
  asc,
  type Column,
  count,
  eq,
  inArray,
  isNull,
  type Placeholder,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { personNames, type UserRow, users, ofUser } from '#server/features/users/users.table';
import { createdAndUpdated, deletedIndex, instant, softDelete } from '#server/platform/db/columns';
import type { Queries } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';

export const teams = pgTable(
  'teams',
  {
    id: uuid().$type<TeamId>().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    recognition: boolean().notNull().default(true),
    guests: boolean().notNull().default(true),
    ai: boolean().notNull().default(false),
    language: text().$type<TeamLanguage>(),
    checkUp: jsonb().$type<string[]>().notNull().default([]),
    /** Set by the first step of a purge. The team can no longer be restored. */
    isErasing: boolean().notNull().default(false),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    deletedIndex('teams_deleted', table),
    index('teams_name')
      .on(sql`lower(${table.name})`, table.id)
      .where(isNull(table.deletedAt)),
    index('teams_search')
      .using('gin', sql`search_grams(${table.name})`)
      .where(isNull(table.deletedAt)),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    teamId: ofTeam(),
    userId: ofUser(),
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

/** Counts members by team. Teams without members have no entry. */
export async function countMembers(
  db: Queries,
  teamIds: readonly TeamId[],
): Promise<Map<TeamId, number>> {
  const rows = await db
    .select({ teamId: memberships.teamId, members: count() })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.teamId, [...teamIds]), isNull(users.deletedAt)))
    .groupBy(memberships.teamId);
  return new Map(rows.map(({ teamId, members }) => [teamId, members]));
}

/** `role`: the caller's role. Null if they are not a member. */
export function toTeam(row: TeamRow, role: TeamRole | null, memberCount: number): Team {
  return { ...toFields(row), my_role: role, member_count: memberCount };
}

export function toTeamMember(membership: MembershipRow, person: UserRow): TeamMember {
  const { full_name: _, ...names } = personNames(person);
  return {
    user: { id: person.id, ...names, is_active: person.isActive },
    role: membership.role,
    joined_at: membership.joinedAt.toISOString(),
  };
}

/** A foreign key with cascading deletion. */
export function ofTeam() {
  return uuid()
    .$type<TeamId>()
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });
}

/** A condition on memberships. */
export function membershipOf(userId: UserId | Column | Placeholder, teamId: TeamId | SQLWrapper) {
  return and(eq(memberships.teamId, teamId), eq(memberships.userId, userId));
}

/** The team's members with their accounts, without deleted accounts. */
export function membersOf(queries: Queries, teamId: TeamId, which?: SQL) {
  return queries
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.teamId, teamId), isNull(users.deletedAt), which));
}

/**
 * Colours as members see them, for viewers who may not list the team. In large teams only the first members have one.
 */
export async function memberColors(
  db: Queries,
  teamId: TeamId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await membersOf(db, teamId)
    .orderBy(asc(memberships.joinedAt), asc(memberships.userId))
    .limit(limits.namesMax);
  return assignColors(rows.map(({ user }) => user.id));
}

/** Null for a person without a name, because colours appear only beside names. */
export async function memberColor(
  db: Queries,
  teamId: TeamId,
  person: UserRow,
): Promise<number | null> {
  if (personNames(person).full_name === '') return null;
  return (await memberColors(db, teamId)).get(person.id) ?? null;
}
