import type { SessionId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, gt, sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofUser, personNames, type UserRow, users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

/** One login, from its opening to its end; a refresh changes its token, not its times. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().$type<SessionId>().primaryKey(),
    userId: ofUser(),
    /** The browser or program that logged in, as it calls itself; for the person's own list of logins. */
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

/** A session within its times, by the database's clock. */
export const isLivingSession = and(
  gt(sessions.expiresAt, databaseNow),
  gt(sessions.lastUsedAt, fromDatabaseNow(-limits.sessionMaxIdle)),
);
/** The tokens of a login. Only the SHA-256 is kept: whoever reads the table cannot log in with it. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .$type<SessionId>()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Set when a refresh replaced it: it works until then, so that requests under way do not fail. */
    worksUntil: instant(),
  },
  (table) => [index('session_tokens_session').on(table.sessionId)],
);

// Columns that a request needs, and no more: the password's hash stays in the database.
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
