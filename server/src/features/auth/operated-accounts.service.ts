// Accounts as the operator of a server makes and closes them: for the project's command, never for a call
// (docs/api.md A-59). A link takes the place of a password, so that no password is typed into a shell.
import type { AuditAction } from '@wentwell/contract/admin';
import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { asc, eq, isNull } from 'drizzle-orm';

import { toUser, type UserRow, users } from '#server/features/users/users.table';
import type { WriteAudit } from '#server/platform/audit';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { newId } from '#server/platform/ids';
import { newSecret } from '#server/platform/secrets';

import { insertLink } from './account-links.service.ts';
import { passwordResets } from './account-links.table.ts';
import { lockAccount } from './accounts.service.ts';
import { endCredentials } from './credential-trimming.service.ts';
import { noPassword } from './password.ts';

export interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
}

export type AccountOutcome = 'changed' | 'unchanged' | 'unknown';

/** Works once, for an hour. */
async function passwordLink(tx: Tx, { id: userId }: Pick<UserRow, 'id'>): Promise<string> {
  const token = newSecret();
  await insertLink(tx, passwordResets, { token, userId, maxAge: limits.passwordResetMaxAge });
  return token;
}

interface OperatedAccountsDeps {
  db: Database;
  writeAudit: WriteAudit;
}

export function operatedAccountsService({ db, writeAudit }: OperatedAccountsDeps) {
  async function audit(tx: Tx, action: AuditAction, { id }: Pick<UserRow, 'id'>): Promise<void> {
    await writeAudit(tx, 'operator', { action, targets: [{ kind: 'users', id }] });
  }

  return {
    /** Makes a verified account, and returns the token that sets its password; null where the address has one. */
    async add(account: NewAccount): Promise<string | null> {
      return db.write(async (tx) => {
        const row = { ...account, id: newId(UserId), passwordHash: noPassword };
        const [user] = await tx
          .insert(users)
          .values({ ...row, verifiedAt: databaseNow })
          .onConflictDoNothing()
          .returning();
        if (!user) return null;
        await audit(tx, 'add_user', user);
        return passwordLink(tx, user);
      });
    },

    /** Returns a token that sets a new password; spending it verifies an account that waits for that. */
    async resetPassword(email: string): Promise<{ token: string } | 'unknown' | 'inactive'> {
      return db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        if (!account) return 'unknown';
        if (!account.isActive) return 'inactive';
        await audit(tx, 'make_password_link', account);
        return { token: await passwordLink(tx, account) };
      });
    },

    /** Deactivating ends every session and link; open boards close at the next check of their rights. */
    async setActive(email: string, isActive: boolean): Promise<AccountOutcome> {
      return db.write(async (tx) => {
        const account = await lockAccount(tx, email);
        if (!account) return 'unknown';
        if (account.isActive === isActive) return 'unchanged';
        await tx
          .update(users)
          .set({ isActive, updatedAt: databaseNow })
          .where(eq(users.id, account.id));
        if (!isActive) await endCredentials(tx, account.id);
        await audit(tx, isActive ? 'activate_user' : 'deactivate_user', account);
        return 'changed';
      });
    },

    /** Everybody who has an account, in the order of their addresses. */
    async list() {
      const living = await db
        .select()
        .from(users)
        .where(isNull(users.deletedAt))
        .orderBy(asc(users.email));
      return living.map(toUser);
    },
  };
}
