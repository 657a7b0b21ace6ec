import type { SessionId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, gt, sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofUser, personNames, type UserRow, users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

/** A refresh changes the session's token, not its times. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().$type<SessionId>().primaryKey(),
    userId: ofUser(),
    /** Shown in the user's own list of sessions. */
    userAgent: text().notNull().default(''),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_last_used').on(table.lastUsedAt, table.id),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Neither expired nor idle for too long, by the database's clock. */
export const isActiveSession = and(
  gt(sessions.expiresAt, databaseNow),
  gt(sessions.lastUsedAt, fromDatabaseNow(-limits.sessionMaxIdle)),
);
/** Stores only SHA-256 hashes, so that a reader of the table cannot log in. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .$type<SessionId>()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** End of the grace period after a refresh. Null for the current token. */
    worksUntil: instant(),
    /** Hash of the token that this one replaced. Null once this one is used. */
    replaces: text(),
  },
  (table) => [index('session_tokens_session').on(table.sessionId)],
);

// Only what a request needs. Never the password hash.
export const callerColumns = {
  sessionId: sql<SessionId>`${sessions.id}`.as('session_id'),
  userId: sql<UserId>`${users.id}`.as('user_id'),
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isSuperuser: users.isSuperuser,
  theme: users.theme,
  guestOf: users.guestOf,
  guestState: users.guestState,
  isVerified: sql<boolean>`${users.verifiedAt} is not null`.as('is_verified'),
};

export function toCaller(
  found: Omit<Caller, 'displayName' | 'fullName' | 'guestOf' | 'isMuted'> &
    Pick<UserRow, 'guestOf' | 'guestState'> &
    Record<string, unknown>,
): Caller {
  const { sessionId, userId, firstName, lastName, isSuperuser, isVerified } = found;
  const { theme, guestOf, guestState } = found;
  const { display_name: displayName, full_name: fullName } = personNames(found);
  const email = guestOf ? '' : found.email;
  const names = { firstName, lastName, displayName, fullName };
  return {
    sessionId,
    userId,
    email,
    ...names,
    isSuperuser,
    isVerified,
    ...(theme && { theme }),
    ...(guestOf && { guestOf, isMuted: guestState === 'muted' }),
  };
}
