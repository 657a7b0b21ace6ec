import { displayName, fullName, type User } from '@wentwell/contract/accounts/users';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { toAsciiDomain } from '@wentwell/contract/text/email';
import { and, eq, isNotNull, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
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
import { containsIndexed } from '#server/platform/db/search';

/** Replaces the password hash once an erasure has begun. The account can no longer be restored. */
export const erasing = 'erasing';

export type StoredGuestState = 'waiting' | 'admitted' | 'muted' | 'removed';

type Column = 'email' | 'firstName' | 'lastName' | 'deletedAt' | 'guestOf';
type Columns = Record<Column, ExtraConfigColumn | PgColumn>;

/** The searched text of an account. */
export function addressAndNames({ email, firstName, lastName }: Columns): SQL {
  return sql`${email} || ' ' || ${firstName} || ' ' || ${lastName}`;
}

/** A partial index of the few accounts in a state, in list order. */
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
    /** Created by the demo with a public password. */
    isSample: boolean().notNull().default(false),
    verifiedAt: instant(),
    theme: text(),
    /**
     * A guest's meeting. Null for accounts. Guests have no address or password, and are active while admitted. A purge of
     * the meeting purges them or moves a claim to another meeting (`server/src/features/admin/purge.ts`).
     */
    guestOf: uuid().$type<MeetingId>(),
    guestState: text().$type<StoredGuestState>(),
    /** The account that claimed the guest's work. The guest is deleted with it (docs/retro.md R-326). */
    claimedBy: uuid()
      .$type<UserId>()
      .references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    // Unique among accounts that are not deleted, ignoring case (docs/api.md A-51).
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

/** Searches for a last word that is a domain in both spellings. Only the ASCII one is stored. */
export function inBothSpellings(
  search: string,
  find: (spelling: string) => SQL | undefined,
): SQL | undefined {
  return or(...[...new Set([search, search.replace(/[^@\s]+$/, toAsciiDomain)])].map(find));
}

export function accountContains(text: SQLWrapper, search: string): SQL | undefined {
  return inBothSpellings(search, (each) => containsIndexed(text, each, addressAndNames(users)));
}

/** Excludes guests. Every user list needs this condition. */
export const isAccount = isNull(users.guestOf);

export function countGuests(queries: Queries, meetingId: MeetingId): Promise<number> {
  return queries.$count(users, and(eq(users.guestOf, meetingId), eq(users.isActive, true)));
}

export type UserRow = typeof users.$inferSelect;

/** A condition on `users`: neither deactivated nor deleted. */
export const isActiveAccount = and(eq(users.isActive, true), isNull(users.deletedAt));

/** Names in the contract's format. */
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

/** A foreign key of a row that outlives the user. */
export function userOrNull() {
  return uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });
}

/** A foreign key with cascading deletion. */
export function ofUser() {
  return uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
}
