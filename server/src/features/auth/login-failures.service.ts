// What guessing passwords costs: five wrong ones in a quarter of an hour nothing, each further one a longer wait
// (quality.md 31). Counted in the database, so that changing node or network address does not help.
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { tooMany } from '#server/platform/http/rate-limits';
import { hashSecret } from '#server/platform/secrets';

import { loginFailures } from './login-failures.table.ts';

const free = 5;
const remembered = 15 * 60_000;
/** In ms: the wait after the sixth wrong password; it doubles with each further one. */
const firstWait = 30_000;
const longestWait = 15 * 60_000;
const trimmedAtOnce = 100;

type Count = typeof loginFailures.$inferSelect;

export interface LoginFailuresDeps {
  db: Database;
  clock: Clock;
}

export function loginFailuresService({ db, clock }: LoginFailuresDeps) {
  const { accountHash, failures, firstAt, waitUntil } = loginFailures;

  /** A count begun long ago, whose last wait is long over: it starts anew, or goes. */
  function isOld(now: Date) {
    const then = new Date(now.getTime() - remembered);
    return and(lte(firstAt, then), or(isNull(waitUntil), lte(waitUntil, then)));
  }

  /**
   * Counts a try as wrong before it is judged: of many that come at once, no more are judged than if they came
   * one after the other. Refuses while there is a wait.
   */
  async function count(hash: string): Promise<Count> {
    const now = clock.now();
    const at = sql`${now.toISOString()}::timestamptz`;
    const old = isOld(now);
    const doublings = sql`power(2, least(${failures} - ${free}, 10))`;
    const wait = sql`least(${firstWait} * ${doublings}, ${longestWait}) * interval '1 millisecond'`;
    const [counted] = await db
      .insert(loginFailures)
      .values({ accountHash: hash, failures: 1, firstAt: now })
      .onConflictDoUpdate({
        target: accountHash,
        set: {
          failures: sql`case when ${old} then 1 else ${failures} + 1 end`,
          firstAt: sql`case when ${old} then ${at} else ${firstAt} end`,
          waitUntil: sql`case when ${old} or ${failures} < ${free} then null else ${at} + ${wait} end`,
        },
        setWhere: sql`(${waitUntil} is null or ${waitUntil} <= ${at})`,
      })
      .returning();
    if (counted) return counted;
    const [waiting] = await db.select().from(loginFailures).where(eq(accountHash, hash));
    throw tooMany((waiting?.waitUntil ?? now).getTime() - now.getTime());
  }

  /** A try that was not judged is nobody's failure. */
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
    const over = db
      .select({ accountHash })
      .from(loginFailures)
      .where(isOld(clock.now()))
      .orderBy(asc(firstAt))
      .limit(trimmedAtOnce)
      .for('update', { skipLocked: true });
    await db.delete(loginFailures).where(inArray(accountHash, over));
  }

  /** Whatever was wrong before is forgotten: its owner has proved themselves. */
  async function forget(account: string): Promise<void> {
    await db.delete(loginFailures).where(eq(accountHash, hashSecret(account.toLowerCase())));
  }

  return {
    forget,

    /**
     * Takes an account, known or not, and the check of its password; gives whether it was right. Refuses with
     * 429 and Retry-After from the sixth wrong one on; meanwhile nothing is even checked.
     */
    async judge(account: string, check: () => Promise<boolean>): Promise<boolean> {
      const counted = await count(hashSecret(account.toLowerCase()));
      const right = await check().catch(async (error: unknown) => {
        await callOff(counted);
        throw error;
      });
      if (right) {
        await forget(account);
        return true;
      }
      await trim();
      if (counted.waitUntil) throw tooMany(counted.waitUntil.getTime() - clock.now().getTime());
      return false;
    },
  };
}
export type LoginFailuresService = ReturnType<typeof loginFailuresService>;
