// Limits password guessing. Per network address, five failures in 15 minutes are free, and each further one doubles a
// wait. All addresses together have 100 free failures a day, then the same waits. That second limit skips addresses of
// earlier logins, so that strangers cannot lock the owner out.
import { UserId } from '@wentwell/contract/ids';
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';

import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { tooMany } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';
import { hashSecret } from '#server/platform/secrets';

import { loginFailures, loginSources } from './credentials.table.ts';
import type { Source } from './hashing-gate.ts';

// Stores the sources of logins (IPv4 address or IPv6 /64), so that guessing elsewhere does not delay the owner.

/** Retention of a login source after its last use, in ms. */
export const remembered = 90 * 24 * 3_600_000;

export function loginSourcesService({ db }: { db: Database }) {
  function hashOf(userId: UserId, block: string): string {
    return hashSecret(`${userId} ${block}`);
  }

  const oldest = fromDatabaseNow(-remembered);

  return {
    /** Runs the same query for unknown accounts, so that timing reveals nothing. */
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

    /** Stores the source of an authenticated user. Deletes the user's expired sources. */
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

interface FailureLimit {
  /** Failures without a wait. */
  free: number;
  /** In ms, since the first failure or the end of the last wait. */
  remembered: number;
}

const perSource: FailureLimit = { free: 5, remembered: 15 * 60_000 };
const perAccount: FailureLimit = { free: 100, remembered: 24 * 3_600_000 };
/** In ms. Doubles with each further failure. */
const firstWait = 30_000;
const longestWait = 15 * 60_000;
const trimmedAtOnce = 100;

interface Count {
  accountHash: string;
  ownerHash: string | null;
  failures: number;
  /** Remaining ms. */
  wait: number;
}

/** Uses the database's clock, because nodes share the counts. */
export function loginFailuresService({ db }: { db: Database }) {
  const { accountHash, ownerHash, failures, firstAt, waitUntil } = loginFailures;
  const wait = sql`coalesce(floor(extract(epoch from ${waitUntil} - now()) * 1000), 0)`.mapWith(
    Number,
  );
  const counted = { accountHash, ownerHash, failures, wait };

  /** Matches expired counts, which are reset or deleted. */
  function isOld({ remembered }: FailureLimit) {
    const then = fromDatabaseNow(-remembered);
    return and(lte(firstAt, then), or(isNull(waitUntil), lte(waitUntil, then)));
  }

  /** Counts a failure before the check, so that concurrent attempts gain nothing. Throws during a wait. */
  async function count(
    row: { accountHash: string; ownerHash: string },
    limit: FailureLimit,
  ): Promise<Count> {
    const old = isOld(limit);
    const { free } = limit;
    const backoffFactor = sql`power(2, least(${failures} - ${free}, 10))`;
    const nextWait = sql`least(${firstWait} * ${backoffFactor}, ${longestWait}) * interval '1 millisecond'`;
    const [count] = await db
      .insert(loginFailures)
      .values({ ...row, failures: 1, firstAt: databaseNow })
      .onConflictDoUpdate({
        target: accountHash,
        set: {
          ownerHash: row.ownerHash,
          failures: sql`case when ${old} then 1 else ${failures} + 1 end`,
          firstAt: sql`case when ${old} then now() else ${firstAt} end`,
          waitUntil: sql`case when ${old} or ${failures} < ${free} then null else now() + ${nextWait} end`,
        },
        setWhere: sql`(${waitUntil} is null or ${waitUntil} <= now())`,
      })
      .returning(counted);
    if (count) return count;
    const [waiting] = await db
      .select(counted)
      .from(loginFailures)
      .where(eq(accountHash, row.accountHash));
    throw tooMany(waiting?.wait ?? 0);
  }

  /** Reverts the count for a right password, or if the check did not run. */
  async function revert(counted: Count): Promise<void> {
    const isLast = sql`${failures} = ${counted.failures}`;
    await db
      .update(loginFailures)
      .set({
        failures: sql`${failures} - 1`,
        waitUntil: sql`case when ${isLast} then null else ${waitUntil} end`,
      })
      .where(eq(accountHash, counted.accountHash));
  }

  async function trim(): Promise<void> {
    const isOfSource = ne(accountHash, ownerHash);
    const over = db
      .select({ accountHash })
      .from(loginFailures)
      .where(or(isOld(perAccount), and(isOfSource, isOld(perSource))))
      .orderBy(asc(firstAt))
      .limit(trimmedAtOnce)
      .for('update', { skipLocked: true });
    await db.delete(loginFailures).where(inArray(accountHash, over));
  }

  /** Increments each count that applies. Throws if one of them is in a wait. */
  async function countAll(account: string, source: Source, counted: Count[]): Promise<void> {
    const owner = hashSecret(account.toLowerCase());
    if (!source.isKnown) {
      counted.push(await count({ accountHash: owner, ownerHash: owner }, perAccount));
    }
    const here = hashSecret(`${account.toLowerCase()} ${source.block}`);
    counted.push(await count({ accountHash: here, ownerHash: owner }, perSource));
  }

  return {
    /** Deletes all counts of the account. Call after a password change. */
    async forget(account: string): Promise<void> {
      await db.delete(loginFailures).where(eq(ownerHash, hashSecret(account.toLowerCase())));
    },

    /** Throws 429 during a wait, without running `check`. A right password resets only the count of its source. */
    async attempt(
      account: string,
      source: Source,
      check: () => Promise<boolean>,
    ): Promise<boolean> {
      const counted: Count[] = [];
      const isValid = await countAll(account, source, counted)
        .then(check)
        .catch(async (error: unknown) => {
          for (const each of counted) await revert(each);
          throw error;
        });
      if (isValid) {
        for (const each of counted) {
          if (each.accountHash === each.ownerHash) await revert(each);
          else await db.delete(loginFailures).where(eq(accountHash, each.accountHash));
        }
        return true;
      }
      await trim();
      const longest = Math.max(...counted.map((each) => each.wait));
      if (longest > 0) throw tooMany(longest);
      return false;
    },
  };
}
export type LoginFailuresService = ReturnType<typeof loginFailuresService>;
