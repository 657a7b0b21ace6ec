// Looks up and adds accounts by address. Each address, in any spelling, has at most one account (docs/api.md A-51).
import type { RegistrationRule } from '@wentwell/contract/accounts/sign-in';
import { UserId } from '@wentwell/contract/ids';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';

import {
  invitations,
  isOpenInvitation,
  selectInvitations,
  senderMayInvite,
} from '#server/features/invitations/invitations.table';
import { teams } from '#server/features/teams/teams.table';
import {
  isAccount,
  isActiveAccount,
  type UserRow,
  users,
} from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

function livingAt(email: string) {
  return and(
    eq(sql`lower(${users.email})`, sql`lower(${email})`),
    isNull(users.deletedAt),
    isAccount,
  );
}

/** Ignores case. */
export async function findAccount(db: Queries, email: string): Promise<UserRow | undefined> {
  const [account] = await db.select().from(users).where(livingAt(email));
  return account;
}

/** Locks the account until the transaction ends. */
export async function lockAccount(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [account] = await tx.select().from(users).where(livingAt(email)).for('update');
  return account;
}

export function selectActive(queries: Queries, id: UserId) {
  return queries
    .select()
    .from(users)
    .where(and(eq(users.id, id), isActiveAccount));
}

/** The account while it is active and has the password hash that was checked. */
export function isAsChecked({ id, passwordHash }: UserRow) {
  return and(eq(users.id, id), eq(users.passwordHash, passwordHash), isActiveAccount);
}

type NewAccount = Omit<PgInsertValue<typeof users>, 'id'>;

/** Undefined if the address already has an account. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<UserRow | undefined> {
  const row = { ...account, id: newId(UserId) };
  const [added] = await tx.insert(users).values(row).onConflictDoNothing().returning();
  return added;
}

/** Whether the address has a pending invitation. */
export async function isInvited(db: Queries, email: string): Promise<boolean> {
  const waiting = await selectInvitations(db)
    .where(
      and(
        isNull(teams.deletedAt),
        eq(sql`lower(${invitations.email})`, sql`lower(${email})`),
        isOpenInvitation,
        senderMayInvite,
      ),
    )
    .limit(1);
  return waiting.length > 0;
}

// Applies the server's registration settings (docs/api.md A-58).

function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** Call before looking up the account, so that the error does not reveal whether one exists. */
export async function requireMayRegister(
  db: Queries,
  { mode, domains }: RegistrationRule,
  email: string,
): Promise<void> {
  switch (mode) {
    case 'open':
      return;
    case 'invite':
      if (!(await isInvited(db, email))) throw new ApiError('REGISTRATION_INVITED_ONLY');
      return;
    case 'domains':
      if (!isOfDomain(email, domains)) throw new ApiError('REGISTRATION_OTHER_DOMAIN');
      return;
    case 'off':
      throw new ApiError('REGISTRATION_OFF');
  }
}
