// The links that set a new password: sending one, and spending it once within its hour.
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq, isNull } from 'drizzle-orm';

import { type UserRow, users } from '#server/features/users/users.table';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { HOUR } from '#server/platform/http/rate-limits';
import type { RenderEmail } from '#server/platform/mail/email';
import type { QueueMail } from '#server/platform/mail/mail-queue';

import { resetEmail } from './account-emails.ts';
import { accountLinks } from './account-links.service.ts';
import { passwordResets } from './account-links.table.ts';

export interface PasswordResetsDeps {
  db: Database;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

const sentPerHour = 5;

export function passwordResetsService({ db, queueMail, renderEmail }: PasswordResetsDeps) {
  const links = accountLinks({
    table: passwordResets,
    maxAge: limits.passwordResetMaxAge,
    keptFor: HOUR,
    sentPerHour,
    queueMail,
    renderEmail,
  });

  async function ownerOf(queries: Queries, token: string): Promise<UserId | undefined> {
    const [link] = await queries
      .select({ userId: passwordResets.userId })
      .from(passwordResets)
      .where(and(links.hasToken(token), links.isOpen));
    return link?.userId;
  }

  return {
    endAll: links.endAll,

    /** Sends a new link in the caller's transaction, which has locked the account; the older ones end. */
    async send(tx: Tx, email: string, account: UserRow | null): Promise<void> {
      await links.send(tx, account, {
        email: (token) => resetEmail(account?.email ?? email, token),
        endsOlder: true,
      });
    },

    /** Throws RESET_PASSWORD_BAD_TOKEN for a link that cannot be spent, before a password is hashed for it. */
    async requireUsable(token: string): Promise<void> {
      if (!(await ownerOf(db, token))) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
    },

    /**
     * Spends a link in the caller's transaction and returns its owner, locked. Of two requests at once, the second
     * waits for the owner's row and finds the link spent.
     */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const userId = await ownerOf(tx, token);
      const [owner] = userId
        ? await tx
            .select()
            .from(users)
            .where(and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isActive, true)))
            .for('update')
        : [];
      const [spent] = await tx
        .update(passwordResets)
        .set({ usedAt: databaseNow })
        .where(and(links.hasToken(token), links.isOpen))
        .returning({ userId: passwordResets.userId });
      if (!owner || !spent) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
      return owner;
    },
  };
}
export type PasswordResetsService = ReturnType<typeof passwordResetsService>;
