// Remembers where a person has logged in. There, strangers who guess at the account elsewhere do not make its owner
// wait: no cookie and no token tells so, only an earlier login from the same IPv4 address or IPv6 /64.
import { UserId } from '@wentwell/contract/ids';
import { and, eq, gt, lte } from 'drizzle-orm';

import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { newId } from '#server/platform/ids';
import { hashSecret } from '#server/platform/secrets';

import type { Source } from './hashing-gate.ts';
import { loginSources } from './login-sources.table.ts';

/** For so long a place of a sign-in is known after its last use, in ms. */
export const remembered = 90 * 24 * 3_600_000;

export function loginSourcesService({ db }: { db: Database }) {
  function hashOf(userId: UserId, block: string): string {
    return hashSecret(`${userId} ${block}`);
  }

  const oldest = fromDatabaseNow(-remembered);

  return {
    /** Runs the same query whether or not the account exists, so that the time reveals nothing. */
    async sourceOf(userId: UserId | undefined, address: string): Promise<Source> {
      const block = addressBlock(address);
      const person = userId ?? newId(UserId);
      const isThis = and(
        eq(loginSources.userId, person),
        eq(loginSources.sourceHash, hashOf(person, block)),
        gt(loginSources.lastAt, oldest),
      );
      return { block, isKnown: (await db.$count(loginSources, isThis)) > 0 };
    },

    /** Remembers a source where the person has proved who they are, and forgets the ones unused for 90 days. */
    async remember(tx: Tx, userId: UserId, { block }: Source): Promise<void> {
      const lastAt = databaseNow;
      await tx
        .delete(loginSources)
        .where(and(eq(loginSources.userId, userId), lte(loginSources.lastAt, oldest)));
      await tx
        .insert(loginSources)
        .values({ userId, sourceHash: hashOf(userId, block), lastAt })
        .onConflictDoUpdate({
          target: [loginSources.userId, loginSources.sourceHash],
          set: { lastAt },
        });
    },
  };
}
export type LoginSourcesService = ReturnType<typeof loginSourcesService>;
