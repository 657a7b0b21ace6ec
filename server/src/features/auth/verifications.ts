// Address verification links: single use, valid for 24 hours.
import type { Verification } from '@wentwell/contract/accounts/auth';
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';

import { isActiveAccount, type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';

import { verificationEmail } from './account-emails.ts';
import { accountLinks } from './account-links.ts';
import type { AuthCore } from './auth.service.ts';
import { verifications } from './credentials.table.ts';
import { waitingRegistrations } from './registrations.ts';

/**
 * `replacesOlder` is false for a registration, which keeps older links, and true for a resend.
 */
export interface LinkRequest {
  email: string;
  redirect: string | undefined;
  replacesOlder: boolean;
}

export function verificationsService({ queueEmail }: Pick<AuthCore, 'queueEmail'>) {
  const links = accountLinks({
    table: verifications,
    maxAge: limits.verificationMaxAge,
    keptFor: limits.verificationKnownFor,
    sentPerHour: limits.verificationsPerHour,
    queueEmail,
  });

  /** Selects the link with its account. `open`: the link is still usable. */
  function byToken(queries: Queries, token: string, more?: SQL) {
    return queries
      .select({ user: users, open: sql<boolean>`${links.isOpen}` })
      .from(verifications)
      .innerJoin(users, eq(users.id, verifications.userId))
      .where(and(links.hasToken(token), isActiveAccount, more));
  }

  function usable(found: { user: UserRow; open: boolean } | undefined): UserRow {
    if (!found) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    if (found.user.verifiedAt) throw new ApiError('VERIFY_USER_ALREADY_VERIFIED');
    if (!found.open) throw new ApiError('VERIFY_USER_BAD_TOKEN');
    return found.user;
  }

  return {
    /** Requires the account's lock. */
    async send(tx: Tx, account: UserRow | null, request: LinkRequest): Promise<void> {
      const registrations = account ? await waitingRegistrations(tx, account) : [];
      const to = account?.email ?? request.email;
      await links.send(tx, account, {
        email: (token) =>
          verificationEmail({ to, token, redirect: request.redirect, registrations }),
        endsOlder: request.replacesOlder,
      });
    },

    /** Does not use up the link. Throws VERIFY_USER_BAD_TOKEN for an unknown or very old one. */
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

    /** The account that the link would verify. Throws for an unusable link. Call before hashing a password. */
    async accountOf(queries: Queries, token: string): Promise<UserRow> {
      const [found] = await byToken(queries, token);
      return usable(found);
    },

    /** Locks and returns the unverified account. A concurrent request then finds it verified. */
    async spend(tx: Tx, token: string): Promise<UserRow> {
      const [found] = await byToken(tx, token).for('update');
      const account = usable(found);
      await tx.update(verifications).set({ usedAt: databaseNow }).where(links.hasToken(token));
      return account;
    },
  };
}
export type VerificationsService = ReturnType<typeof verificationsService>;
