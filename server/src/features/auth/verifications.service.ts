// The links that prove an address: sending one, and spending it once within its 24 hours.
import type { Verification } from '@wentwell/contract/auth';
import { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';

import { type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { HOUR } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import type { RenderEmail } from '#server/platform/mail/email';
import { type QueueMail, takeBackMail } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { verificationEmail } from './account-emails.ts';
import { waitingRegistrations } from './registrations.service.ts';
import { verifications } from './verifications.table.ts';

export interface VerificationsDeps {
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

/** Who asks for a link: a registration, whose email leaves the older links alone, or somebody who lost theirs. */
export interface LinkRequest {
  email: string;
  redirect: string | undefined;
  replacesOlder: boolean;
}

const unused = isNull(verifications.usedAt);
const isOpen = and(unused, gt(verifications.expiresAt, databaseNow));

export function verificationsService({ queueMail, renderEmail }: VerificationsDeps) {
  /** The link with its living account; `open` tells whether it can still be spent. */
  function byToken(queries: Queries, token: string, more?: SQL) {
    return queries
      .select({ user: users, open: sql<boolean>`${isOpen}` })
      .from(verifications)
      .innerJoin(users, eq(users.id, verifications.userId))
      .where(
        and(
          eq(verifications.tokenHash, hashSecret(token)),
          isNull(users.deletedAt),
          eq(users.isActive, true),
          more,
        ),
      );
  }

  function spendable(found: { user: UserRow; open: boolean } | undefined): UserRow {
    if (!found) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    if (found.user.verifiedAt) throw new ApiError('VERIFY_USER_ALREADY_VERIFIED');
    if (!found.open) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    return found.user;
  }

  return {
    /**
     * Sends a new link in the caller's transaction, which has locked the account. Where there is no account to send
     * to, or its address was sent enough, the same is done for nobody and the email taken back before the commit,
     * so that the answer's time does not tell which addresses are known.
     */
    async send(tx: Tx, account: UserRow | null, request: LinkRequest): Promise<void> {
      const own = eq(verifications.userId, account?.id ?? newId(UserId));
      const lately = gt(verifications.createdAt, fromDatabaseNow(-HOUR));
      const sent = await tx.$count(verifications, and(own, lately));
      const receiver = sent < limits.verificationsPerHour ? account : null;
      const token = newSecret();
      const registrations = account ? await waitingRegistrations(tx, account) : [];
      const mail = verificationEmail({
        to: account?.email ?? request.email,
        token,
        redirect: request.redirect,
        registrations,
      });
      const queued = await queueMail(tx, renderEmail(mail));
      if (!receiver) return takeBackMail(tx, queued);
      if (request.replacesOlder) {
        await tx.update(verifications).set({ expiresAt: databaseNow }).where(and(own, isOpen));
      }
      await tx.insert(verifications).values({
        tokenHash: hashSecret(token),
        userId: receiver.id,
        expiresAt: fromDatabaseNow(limits.verificationMaxAge),
      });
    },

    /** What a link is about. Never spends it; throws VERIFY_USER_BAD_TOKEN for one that is unknown or very old. */
    async describe(queries: Queries, token: string): Promise<Verification> {
      const known = gt(verifications.createdAt, fromDatabaseNow(-limits.verificationKnownFor));
      const [found] = await byToken(queries, token, known);
      if (!found) throw new ApiError('VERIFY_USER_BAD_TOKEN');
      const { user, open } = found;
      if (user.verifiedAt)
        return { email: user.email, state: 'verified', registered_more_than_once: false };
      const waiting = open ? await waitingRegistrations(queries, user) : [];
      return {
        email: user.email,
        state: open ? 'open' : 'ended',
        registered_more_than_once: waiting.length > 1,
      };
    },

    /** The account that a link would verify; throws where it could not be spent, before a password is hashed. */
    async accountOf(queries: Queries, token: string): Promise<UserRow> {
      const [found] = await byToken(queries, token);
      return spendable(found);
    },

    /**
     * Spends a link in the caller's transaction and returns its account, locked and still unverified. Of two who
     * come at once, the second waits for the account's row and finds it verified.
     */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const [found] = await byToken(tx, token).for('update');
      const account = spendable(found);
      await tx
        .update(verifications)
        .set({ usedAt: databaseNow })
        .where(eq(verifications.tokenHash, hashSecret(token)));
      return account;
    },
  };
}
export type VerificationsService = ReturnType<typeof verificationsService>;
