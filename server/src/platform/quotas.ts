// Daily quotas, counted in the using transaction, so that parallel requests stay within the limit.
import { createHash } from 'node:crypto';

import type { ErrorCode } from '@wentwell/contract/errors';
import { eq, sql } from 'drizzle-orm';

import { databaseNow } from './db/database-time.ts';
import type { Tx } from './db/database.ts';
import type { Job } from './housekeeping.ts';
import { ApiError } from './http/api-error.ts';
import { quotas } from './quotas.table.ts';

const dayHasPassed = sql`${quotas.since} <= now() - interval '1 day'`;
const secondsLeft = sql`ceil(extract(epoch from ${quotas.since} + interval '1 day' - now()))`;

export interface Quota {
  /** The counted action and its subject. */
  name: string;
  perDay: number;
  /** Amount to use. Default 1. */
  amount?: number;
  refusal: ErrorCode;
}

/** The stored name of a quota. Hashed, because a row may outlive the deleted user by a day. */
export function quotaKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** Uses a quota atomically with one upsert. Throws its error if too little is left. */
export async function takeQuota(
  tx: Tx,
  { name, perDay, amount = 1, refusal }: Quota,
): Promise<void> {
  const [row] = await tx
    .insert(quotas)
    .values({ name: quotaKey(name), used: amount, since: databaseNow })
    .onConflictDoUpdate({
      target: quotas.name,
      set: {
        used: sql`case when ${dayHasPassed} then ${amount} else ${quotas.used} + ${amount} end`,
        since: sql`case when ${dayHasPassed} then now() else ${quotas.since} end`,
      },
    })
    .returning({ used: quotas.used, secondsLeft: secondsLeft.mapWith(Number) });
  if (!row || row.used <= perDay) return;
  throw new ApiError(refusal, { 'Retry-After': String(Math.max(1, row.secondsLeft)) });
}

/** Returns what work took that then failed. */
export async function returnQuota(tx: Tx, { name, amount = 1 }: Quota): Promise<void> {
  const used = sql`greatest(0, ${quotas.used} - ${amount}::int)`;
  await tx
    .update(quotas)
    .set({ used })
    .where(eq(quotas.name, quotaKey(name)));
}

export const trimQuotas: Job['run'] = async (tx) => {
  await tx.delete(quotas).where(dayHasPassed);
};
