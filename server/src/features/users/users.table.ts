import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { displayName, fullName, type User } from '@wentwell/contract/users';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  type ExtraConfigColumn,
  index,
  type PgColumn,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { createdAndUpdated, deletedIndex, instant, softDelete } from '#server/platform/db/columns';
import type { Queries } from '#server/platform/db/database';

/** In place of the password hash, from the first step of an erasure on: the account cannot be restored any more. */
export const erasing = 'erasing';

export type StoredGuestState = 'waiting' | 'admitted' | 'muted' | 'removed';

type Column = 'email' | 'firstName' | 'lastName' | 'deletedAt' | 'guestOf';
type Columns = Record<Column, ExtraConfigColumn | PgColumn>;

/** The text that a search of accounts looks through. */
export function addressAndNames({ email, firstName, lastName }: Columns): SQL {
  return sql`${email} || ' ' || ${firstName} || ' ' || ${lastName}`;
}

/** An index of the few living accounts in a state, in the order of their list. */
function stateIndex(name: string, { email, deletedAt, guestOf }: Columns, isInState: SQL) {
  return index(name)
    .on(sql`lower(${email})`)
    .where(sql`${isInState} and ${deletedAt} is null and ${guestOf} is null`);
}

export const users = pgTable(
  'users',
  {
    id: uuid().$type<UserId>().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    isSuperuser: boolean().notNull().default(false),
    /** Made by the demo, with a password that everybody can read. */
    isSample: boolean().notNull().default(false),
    verifiedAt: instant(),
    /** The theme that the pages are shown in; none was chosen where it is null. */
    theme: text(),
    /**
     * The one meeting of a guest, null of accounts. A guest has no address and no password, and is active while they are
     * admitted. They go with the meeting (`server/src/features/admin/purge.ts`).
     */
    guestOf: uuid().$type<MeetingId>(),
    guestState: text().$type<StoredGuestState>(),
    /** The account to which what they did was moved; it goes with the account (docs/retro.md R-326). */
    claimedBy: uuid()
      .$type<UserId>()
      .references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    // An address belongs to one living account, however it is spelled (docs/api.md A-51).
    uniqueIndex('users_email_key')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.deletedAt} is null`),
    deletedIndex('users_deleted', table),
    index('users_guests').on(table.guestOf).where(isNotNull(table.guestOf)),
    index('users_claimed').on(table.claimedBy).where(isNotNull(table.claimedBy)),
    index('users_search')
      .using('gin', sql`search_grams(${addressAndNames(table)})`)
      .where(isNull(table.guestOf)),
    stateIndex('users_deactivated', table, sql`${table.isActive} = false`),
    stateIndex('users_unverified', table, isNull(table.verifiedAt)),
    stateIndex('users_superusers', table, sql`${table.isSuperuser} = true`),
  ],
);

/** Rows of accounts alone, for every list of people. */
export const isAccount = isNull(users.guestOf);

/** How many guests are in a meeting. */
export function countGuests(queries: Queries, meetingId: MeetingId): Promise<number> {
  return queries.$count(users, and(eq(users.guestOf, meetingId), eq(users.isActive, true)));
}

export type UserRow = typeof users.$inferSelect;

/** A condition on `users`: neither deactivated nor deleted. */
export const isLivingPerson = and(eq(users.isActive, true), isNull(users.deletedAt));

/** A person's names as the contract spells them. */
export function personNames(row: Pick<UserRow, 'firstName' | 'lastName' | 'email'>) {
  const names = { first_name: row.firstName, last_name: row.lastName, email: row.email };
  return { ...names, display_name: displayName(names), full_name: fullName(names) };
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    ...personNames(row),
    is_active: row.isActive,
    is_superuser: row.isSuperuser,
    is_verified: row.verifiedAt !== null,
  };
}

/** A column of rows that go with their user. */
export function ofUser() {
  return uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
}
