// Sends and redeems email links. Limits them per hour and does not reveal which addresses have accounts.
import { UserId } from '@wentwell/contract/ids';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';

import type { UserRow } from '#server/features/users/users.table';
import type { Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { HOUR } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import type { Email, QueueEmail } from '#server/platform/mail/email';
import { deleteMail } from '#server/platform/mail/mail-queue';
import { hashSecret, newSecret } from '#server/platform/secrets';

import type { AccountLinkTable } from './credentials.table.ts';

export interface AccountLinksOptions {
  table: AccountLinkTable;
  /** Validity in ms. */
  maxAge: number;
  /** Retention of the row in ms since creation. At least an hour, because `sentPerHour` counts rows. */
  keptFor: number;
  /** Further links are silently dropped. */
  sentPerHour: number;
  queueEmail: QueueEmail;
}

/** `maxAge` is in ms. */
export async function insertLink(
  tx: Tx,
  table: AccountLinkTable,
  { token, userId, maxAge }: { token: string; userId: UserId; maxAge: number },
): Promise<void> {
  await tx
    .insert(table)
    .values({ tokenHash: hashSecret(token), userId, expiresAt: fromDatabaseNow(maxAge) });
}

export function accountLinks(options: AccountLinksOptions) {
  const { table, maxAge, keptFor, sentPerHour, queueEmail } = options;
  const isOpen = and(isNull(table.usedAt), gt(table.expiresAt, databaseNow));

  /** Expires the account's open links. */
  async function endAll(tx: Tx, userId: UserId): Promise<void> {
    await tx
      .update(table)
      .set({ expiresAt: databaseNow })
      .where(and(eq(table.userId, userId), isOpen));
  }

  return {
    isOpen,
    endAll,
    hasToken: (token: string) => eq(table.tokenHash, hashSecret(token)),

    /** Without an account or above the limit, does the same work and drops the email, so that timing reveals nothing. */
    async send(
      tx: Tx,
      account: UserRow | null,
      { email, endsOlder }: { email: (token: string) => Email; endsOlder: boolean },
    ): Promise<void> {
      const unknownUserId = newId(UserId);
      const own = eq(table.userId, account?.id ?? unknownUserId);
      await tx.delete(table).where(and(own, lte(table.createdAt, fromDatabaseNow(-keptFor))));
      const isRecent = gt(table.createdAt, fromDatabaseNow(-HOUR));
      const sent = await tx.$count(table, and(own, isRecent));
      const receiver = sent < sentPerHour ? account : null;
      if (endsOlder) await endAll(tx, receiver?.id ?? unknownUserId);
      const token = newSecret();
      const queued = await queueEmail(tx, email(token));
      if (!receiver) return deleteMail(tx, queued);
      await insertLink(tx, table, { token, userId: receiver.id, maxAge });
    },
  };
}
