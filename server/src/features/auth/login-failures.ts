// The cost of guessing passwords. From one network address: five wrong ones in a quarter of an hour nothing, each
// further one a longer wait. From everywhere together: a hundred a day, then the same waits, but never where the
// account has logged in before, so that strangers elsewhere cannot lock its owner out.
import { UserId } from '@wentwell/contract/ids';
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';

import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { addressBlock } from '#server/platform/http/address-block';
import { tooMany } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';
import { hashSecret } from '#server/platform/secrets';

import type { Source } from './hashing-gate.ts';
import { loginFailures, loginSources } from './login-failures.table.ts';

// Places of earlier logins, by IPv4 address or IPv6 /64: guessing elsewhere does not make the owner wait there.

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

interface FailureLimit {
  /** Wrong passwords that cost no wait. */
  free: number;
  /** In ms, from the first wrong one or the end of the last wait. */
  remembered: number;
}

const perSource: FailureLimit = { free: 5, remembered: 15 * 60_000 };
const perAccount: FailureLimit = { free: 100, remembered: 24 * 3_600_000 };
/** In ms: the wait after the first that is not free; it doubles with each further one. */
const firstWait = 30_000;
const longestWait = 15 * 60_000;
const trimmedAtOnce = 100;

interface Count {
  accountHash: string;
  ownerHash: string | null;
  failures: number;
  /** Ms that are left. */
  wait: number;
}

/** By the database's clock: what one node counts, the others judge. */
export function loginFailuresService({ db }: { db: Database }) {
  const { accountHash, ownerHash, failures, firstAt, waitUntil } = loginFailures;
  const wait = sql`coalesce(floor(extract(epoch from ${waitUntil} - now()) * 1000), 0)`.mapWith(
    Number,
  );
  const counted = { accountHash, ownerHash, failures, wait };

  /** A count begun long ago, whose last wait is long over: it starts anew, or goes. */
  function isOld({ remembered }: FailureLimit) {
    const then = fromDatabaseNow(-remembered);
    return and(lte(firstAt, then), or(isNull(waitUntil), lte(waitUntil, then)));
  }

  /** Counts a try as wrong before judging it, so that parallel tries gain nothing. Throws during a wait. */
  async function count(
    row: { accountHash: string; ownerHash: string },
    limit: FailureLimit,
  ): Promise<Count> {
    const old = isOld(limit);
    const { free } = limit;
    const doublings = sql`power(2, least(${failures} - ${free}, 10))`;
    const nextWait = sql`least(${firstWait} * ${doublings}, ${longestWait}) * interval '1 millisecond'`;
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

  /** A try that was not judged, or was right, is nobody's failure. */
  async function callOff(counted: Count): Promise<void> {
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

  /** Counts a try, everywhere it counts; refuses where one of them waits. */
  async function countAll(account: string, source: Source, counted: Count[]): Promise<void> {
    const owner = hashSecret(account.toLowerCase());
    if (!source.isKnown) {
      counted.push(await count({ accountHash: owner, ownerHash: owner }, perAccount));
    }
    const here = hashSecret(`${account.toLowerCase()} ${source.block}`);
    counted.push(await count({ accountHash: here, ownerHash: owner }, perSource));
  }

  return {
    /** Whatever was wrong before is forgotten, everywhere: the account has a new password. */
    async forget(account: string): Promise<void> {
      await db.delete(loginFailures).where(eq(ownerHash, hashSecret(account.toLowerCase())));
    },

    /** Throws 429 during a wait, without running `check`. A right password resets the count of its source only. */
    async attempt(
      account: string,
      source: Source,
      check: () => Promise<boolean>,
    ): Promise<boolean> {
      const counted: Count[] = [];
      const isRight = await countAll(account, source, counted)
        .then(check)
        .catch(async (error: unknown) => {
          for (const each of counted) await callOff(each);
          throw error;
        });
      if (isRight) {
        for (const each of counted) {
          if (each.accountHash === each.ownerHash) await callOff(each);
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
