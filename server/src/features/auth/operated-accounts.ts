// Accounts created by the operator's command (docs/api.md A-59) or an administrator. Users set passwords through links.
import type { AuditAction } from '@wentwell/contract/admin/admin';
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, asc, eq, isNull, inArray } from 'drizzle-orm';

import { isAccount, toUser, type UserRow, users } from '#server/features/users/users.table';
import { writeAudit } from '#server/platform/audit';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { newSecret } from '#server/platform/secrets';

import { welcomeEmail } from './account-emails.ts';
import { insertLink } from './account-links.ts';
import { insertAccount, lockAccount } from './accounts.ts';
import type { AuthCore } from './auth.service.ts';
import { revokeCredentials } from './credential-trimming.ts';
import { passwordResets } from './credentials.table.ts';
import { noPassword } from './password.ts';

// Demo accounts. Their password is public, so they are active only on a private start.

export function samplesService({ db, sessions }: Pick<AuthCore, 'db' | 'sessions'>) {
  return {
    /** Marks accounts as samples. Every other start deactivates them. */
    async mark(ids: readonly UserId[]): Promise<void> {
      await db
        .update(users)
        .set({ isSample: true })
        .where(inArray(users.id, [...ids]));
    },

    /** Deactivates all sample accounts and ends their sessions. Returns how many were active. */
    async deactivate(): Promise<number> {
      return db.write(async (tx) => {
        // Includes deleted accounts, because a superuser may restore them.
        const closed = await tx
          .update(users)
          .set({ isActive: false, updatedAt: databaseNow })
          .where(and(eq(users.isActive, true), eq(users.isSample, true)))
          .returning({ id: users.id });
        for (const { id } of closed) await sessions.endAll(tx, id);
        return closed.length;
      });
    },

    /** Reverts `deactivate`. */
    async reactivate(): Promise<void> {
      await db
        .update(users)
        .set({ isActive: true, updatedAt: databaseNow })
        .where(and(eq(users.isSample, true), eq(users.isActive, false), isNull(users.deletedAt)));
    },
  };
}

// Grants and revokes superuser rights. Only for the command, never for a route (docs/api.md A-46).

export type SuperuserOutcome = 'changed' | 'unchanged' | 'unknown' | 'unverified' | 'inactive';

/** Open sessions get the new rights with their next request. */
export async function setSuperuser(
  db: Database,
  email: string,
  isSuperuser: boolean,
): Promise<SuperuserOutcome> {
  return db.write(async (tx) => {
    const account = await lockAccount(tx, email);
    if (!account) return 'unknown';
    if (account.isSuperuser === isSuperuser) return 'unchanged';
    if (isSuperuser && !account.verifiedAt) return 'unverified';
    if (isSuperuser && !account.isActive) return 'inactive';
    await tx
      .update(users)
      .set({ isSuperuser, updatedAt: databaseNow })
      .where(eq(users.id, account.id));
    await writeAudit(tx, 'operator', {
      action: isSuperuser ? 'make_superuser' : 'end_superuser',
      users: account.id,
    });
    return 'changed';
  });
}

interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
}

export type AccountOutcome = 'changed' | 'unchanged' | 'unknown';

async function passwordLink(
  tx: Tx,
  { id: userId }: Pick<UserRow, 'id'>,
  maxAge: number = limits.passwordResetMaxAge,
): Promise<string> {
  const token = newSecret();
  await insertLink(tx, passwordResets, { token, userId, maxAge });
  return token;
}

const operated = { passwordHash: noPassword, verifiedAt: databaseNow };

/** Mails the password link only to the address, so that using it proves ownership of the address. */
export function accountInviter({ queueEmail }: Pick<AuthCore, 'queueEmail'>) {
  return async function inviteAccount(
    tx: Tx,
    { email, by }: { email: string; by: string },
  ): Promise<UserRow | undefined> {
    const user = await insertAccount(tx, { ...operated, email });
    if (!user) return undefined;
    const token = await passwordLink(tx, user, limits.invitationMaxAge);
    await queueEmail(tx, welcomeEmail({ to: user.email, token, by }));
    return user;
  };
}

export function operatedAccountsService(db: Database) {
  async function audit(tx: Tx, action: AuditAction, { id }: Pick<UserRow, 'id'>): Promise<void> {
    await writeAudit(tx, 'operator', { action, users: id });
  }

  return {
    /** Adds a verified account. Returns its password token, or null if the address already has an account. */
    async add(account: NewAccount): Promise<string | null> {
      return db.write(async (tx) => {
        const user = await insertAccount(tx, { ...operated, ...account });
        if (!user) return null;
        await audit(tx, 'add_user', user);
        return passwordLink(tx, user);
      });
    },

    /** Returns a password token. Using it also verifies an unverified account. */
    async resetPassword(email: string): Promise<{ token: string } | 'unknown' | 'inactive'> {
      return db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        if (!account) return 'unknown';
        if (!account.isActive) return 'inactive';
        await audit(tx, 'make_password_link', account);
        return { token: await passwordLink(tx, account) };
      });
    },

    /** Deactivating ends all sessions and links. Open sockets close at the next permission check. */
    async setActive(email: string, isActive: boolean): Promise<AccountOutcome> {
      return db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        if (!account) return 'unknown';
        if (account.isActive === isActive) return 'unchanged';
        await tx
          .update(users)
          .set({ isActive, updatedAt: databaseNow })
          .where(eq(users.id, account.id));
        if (!isActive) await revokeCredentials(tx, account.id);
        await audit(tx, isActive ? 'activate_user' : 'deactivate_user', account);
        return 'changed';
      });
    },

    /** All accounts, sorted by address. */
    async list() {
      const living = await db
        .select()
        .from(users)
        .where(and(isNull(users.deletedAt), isAccount))
        .orderBy(asc(users.email));
      return living.map(toUser);
    },
  };
}
