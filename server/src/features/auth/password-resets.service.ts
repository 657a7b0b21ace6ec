// The links that set a new password: sending one, and spending it once within its hour.
import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';

import { type UserRow, users } from '#server/features/users/users.table';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';
import type { RenderEmail } from '#server/platform/mail/email';
import { type QueueMail, takeBackMail } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { resetEmail } from './account-emails.ts';
import { passwordResets } from './password-resets.table.ts';

export interface PasswordResetsDeps {
  db: Database;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

/** More than these in the life of a link are silently not sent (quality.md 39). */
const sentPerHour = 5;

const isUsable = and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, databaseNow));

export function passwordResetsService({ db, queueMail, renderEmail }: PasswordResetsDeps) {
  async function ownerOf(queries: Queries, token: string): Promise<UserId | undefined> {
    const [link] = await queries
      .select({ userId: passwordResets.userId })
      .from(passwordResets)
      .where(and(eq(passwordResets.tokenHash, hashSecret(token)), isUsable));
    return link?.userId;
  }

  /** Ends what links a person still has. */
  async function endAll(tx: Tx, userId: UserId): Promise<void> {
    await tx
      .update(passwordResets)
      .set({ expiresAt: databaseNow })
      .where(and(eq(passwordResets.userId, userId), isUsable));
  }

  return {
    endAll,

    /**
     * Sends a new link in the caller's transaction, which has locked the account; the older ones end. Where there
     * is no account to send to, or it was sent enough, the same is done for nobody and the email taken back
     * before the commit, so that the answer's time does not tell which addresses are known.
     */
    async send(tx: Tx, email: string, account: UserRow | null): Promise<void> {
      const nobody = newId(UserId);
      const own = eq(passwordResets.userId, account?.id ?? nobody);
      const hourAgo = fromDatabaseNow(-limits.passwordResetMaxAge);
      await tx.delete(passwordResets).where(and(own, lte(passwordResets.createdAt, hourAgo)));
      const sent = await tx.$count(passwordResets, own);
      const receiver = sent < sentPerHour ? account : null;
      await endAll(tx, receiver?.id ?? nobody);
      const token = newSecret();
      const mail = await queueMail(tx, renderEmail(resetEmail(account?.email ?? email, token)));
      if (!receiver) return takeBackMail(tx, mail);
      await tx.insert(passwordResets).values({
        tokenHash: hashSecret(token),
        userId: receiver.id,
        expiresAt: fromDatabaseNow(limits.passwordResetMaxAge),
      });
    },

    /** Refuses what could not be spent, before a password is hashed for it. */
    async requireUsable(token: string): Promise<void> {
      if (!(await ownerOf(db, token))) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
    },

    /**
     * Spends a link in the caller's transaction; gives its owner, locked. Of two who come at once, the second
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
        .where(and(eq(passwordResets.tokenHash, hashSecret(token)), isUsable))
        .returning({ userId: passwordResets.userId });
      if (!owner || !spent) throw new ApiError('RESET_PASSWORD_BAD_TOKEN');
      return owner;
    },
  };
}
export type PasswordResetsService = ReturnType<typeof passwordResetsService>;
