// The links that prove an address: sending one, and spending it once within its 24 hours.
import type { Verification } from '@wentwell/contract/auth';
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';

import { isLivingPerson, type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { QueueEmail } from '#server/platform/mail/email';

import { verificationEmail } from './account-emails.ts';
import { verifications } from './account-links.table.ts';
import { accountLinks } from './account-links.ts';
import { waitingRegistrations } from './registrations.ts';

export interface VerificationsDeps {
  queueEmail: QueueEmail;
}

/**
 * The request for a link: by a registration, whose email leaves the older links alone, or by somebody who lost theirs.
 */
export interface LinkRequest {
  email: string;
  redirect: string | undefined;
  replacesOlder: boolean;
}

export function verificationsService({ queueEmail }: VerificationsDeps) {
  const links = accountLinks({
    table: verifications,
    maxAge: limits.verificationMaxAge,
    keptFor: limits.verificationKnownFor,
    sentPerHour: limits.verificationsPerHour,
    queueEmail,
  });

  /** The link with its living account; `open` tells whether it can still be spent. */
  function byToken(queries: Queries, token: string, more?: SQL) {
    return queries
      .select({ user: users, open: sql<boolean>`${links.isOpen}` })
      .from(verifications)
      .innerJoin(users, eq(users.id, verifications.userId))
      .where(and(links.hasToken(token), isLivingPerson, more));
  }

  function spendable(found: { user: UserRow; open: boolean } | undefined): UserRow {
    if (!found) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    if (found.user.verifiedAt) throw new ApiError('VERIFY_USER_ALREADY_VERIFIED');
    if (!found.open) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    return found.user;
  }

  return {
    /** Sends a new link in the caller's transaction, which has locked the account. */
    async send(tx: Tx, account: UserRow | null, request: LinkRequest): Promise<void> {
      const registrations = account ? await waitingRegistrations(tx, account) : [];
      const to = account?.email ?? request.email;
      await links.send(tx, account, {
        email: (token) =>
          verificationEmail({ to, token, redirect: request.redirect, registrations }),
        endsOlder: request.replacesOlder,
      });
    },

    /** The address of a link. Never spends it; throws VERIFY_USER_BAD_TOKEN for one that is unknown or very old. */
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

    /** Returns the link's account, locked and unverified. A second request finds it verified. */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const [found] = await byToken(tx, token).for('update');
      const account = spendable(found);
      await tx.update(verifications).set({ usedAt: databaseNow }).where(links.hasToken(token));
      return account;
    },
  };
}
export type VerificationsService = ReturnType<typeof verificationsService>;
