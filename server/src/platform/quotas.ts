// Quotas: how often an account or a team may do something in a day. Counted in the transaction that does it, so two
// at once cannot both be the last, and what is rolled back was not used.
import { createHash } from 'node:crypto';

import type { ErrorCode } from '@wentwell/contract/errors';
import { lt, sql } from 'drizzle-orm';

import type { Clock } from './clock.ts';
import type { Tx } from './db/database.ts';
import type { Job } from './housekeeping.ts';
import { ApiError } from './http/api-error.ts';
import { quotas } from './quotas.table.ts';

const day = 24 * 3_600_000;

export interface Quota {
  /** What is counted and for whom. */
  name: string;
  perDay: number;
  refusal: ErrorCode;
}

/** The stored name of a quota. A hash, because a count may outlive whom it is about by a day. */
export function quotaKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** Uses one of a quota in one statement, under its row's lock. Throws its refusal where none is left. */
export async function takeQuota(
  tx: Tx,
  { name, perDay, refusal }: Quota,
  now: Date,
): Promise<void> {
  const isOver = sql`${quotas.since} <= ${new Date(now.getTime() - day)}`;
  const [row] = await tx
    .insert(quotas)
    .values({ name: quotaKey(name), used: 1, since: now })
    .onConflictDoUpdate({
      target: quotas.name,
      set: {
        used: sql`case when ${isOver} then 1 else ${quotas.used} + 1 end`,
        since: sql`case when ${isOver} then ${now} else ${quotas.since} end`,
      },
    })
    .returning();
  if (!row || row.used <= perDay) return;
  const wait = Math.ceil((row.since.getTime() + day - now.getTime()) / 1000);
  throw new ApiError(refusal, { 'Retry-After': String(Math.max(1, wait)) });
}

/** Clears away the counts whose day is over. */
export function trimQuotas(clock: Clock): Job['run'] {
  return async (tx) => {
    await tx.delete(quotas).where(lt(quotas.since, new Date(clock.now().getTime() - day)));
  };
}
