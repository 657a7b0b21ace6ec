// The part of an account and its session that a request needs.
import type { SessionId, UserId } from '@wentwell/contract/ids';
import { and, eq, isNull, sql } from 'drizzle-orm';

import { personNames, users } from '#server/features/users/users.table';
import type { Caller } from '#server/platform/http/caller';

import { sessions } from './sessions.table.ts';

export const ofLivingPerson = and(eq(users.isActive, true), isNull(users.deletedAt));

// Columns that a request needs, and no more: the password's hash stays in the database.
export const callerColumns = {
  sessionId: sql<SessionId>`${sessions.id}`.as('session_id'),
  userId: sql<UserId>`${users.id}`.as('user_id'),
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isSuperuser: users.isSuperuser,
  theme: users.theme,
  isVerified: sql<boolean>`${users.verifiedAt} is not null`.as('is_verified'),
};

export function toCaller(
  found: Omit<Caller, 'displayName' | 'fullName'> & Record<string, unknown>,
): Caller {
  const { sessionId, userId, email, firstName, lastName, isSuperuser, isVerified } = found;
  const { theme } = found;
  const { display_name: displayName, full_name: fullName } = personNames(found);
  const names = { firstName, lastName, displayName, fullName };
  return { sessionId, userId, email, ...names, isSuperuser, isVerified, ...(theme && { theme }) };
}
