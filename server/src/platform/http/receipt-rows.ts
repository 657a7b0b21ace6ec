// Receipts as rows: claimed before a change, filled in with its answer, and read when the request is repeated.
import { limits } from '@wentwell/contract/limits';
import { type StoredKind, storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';

import type { Clock } from '#server/platform/clock';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { receipts } from './receipts.table.ts';

/** What a change answers; `version` goes into the ETag. */
export interface Answer<T> {
  status: number;
  body: T;
  version?: number;
}

/** A command with an Idempotency-Key. */
export interface KeyedCommand {
  once: NonNullable<Command['once']>;
}

/** How a stored answer is sent again. */
export interface Repeat<T> {
  /** How a stored answer is read, whichever version wrote it. */
  answers: StoredKind<T>;
  /** Called before a stored body is sent again: throws where the caller may not see it any more. */
  stillSees(tx: Tx, body: NonNullable<T>): Promise<void>;
}

export function isKeyed<C extends Pick<Command, 'once'>>(command: C): command is C & KeyedCommand {
  return command.once !== undefined;
}

// Cleared away with each receipt that is written, so that the table never grows for long.
const trimmedAtOnce = 20;

const ofKey = and(
  eq(receipts.userId, sql.placeholder('userId')),
  eq(receipts.key, sql.placeholder('key')),
);

const claimKey = preparedOn((queries: Queries) => {
  const fresh = {
    requestHash: sql.placeholder('requestHash'),
    status: 0,
    body: null,
    bodyVersion: storedVersion,
    createdAt: sql.placeholder('now'),
  };
  return queries
    .insert(receipts)
    .values({ userId: sql.placeholder('userId'), key: sql.placeholder('key'), ...fresh })
    .onConflictDoUpdate({
      target: [receipts.userId, receipts.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        status: 0,
        body: null,
        bodyVersion: storedVersion,
        createdAt: sql`excluded.created_at`,
      },
      // A key without an answer was claimed where BEGIN failed: nothing else was done with it.
      setWhere: sql`${receipts.createdAt} < ${sql.placeholder('expiry')} or ${receipts.status} = 0`,
    })
    .returning({ key: receipts.key })
    .prepare('claim_key');
});

const keepAnswer = preparedOn((queries: Queries) =>
  queries
    .update(receipts)
    .set({ status: sql`${sql.placeholder('status')}`, body: sql`${sql.placeholder('body')}` })
    .where(ofKey)
    .prepare('keep_answer'),
);

const findReceipt = preparedOn((queries: Queries) =>
  queries.select().from(receipts).where(ofKey).prepare('find_receipt'),
);

const trim = preparedOn((queries: Queries) => {
  // Two that trim at once take different rows, or they would wait for each other.
  const expired = queries
    .select({ place: sql`ctid` })
    .from(receipts)
    .where(lt(receipts.createdAt, sql.placeholder('expiry')))
    // Without an order PostgreSQL expects to meet expired rows soon, and reads the whole table where there are none.
    .orderBy(asc(receipts.createdAt))
    .limit(trimmedAtOnce)
    .for('update', { skipLocked: true });
  return queries
    .delete(receipts)
    .where(inArray(sql`ctid`, expired))
    .prepare('trim_receipts');
});

const dropClaim = preparedOn((queries: Queries) =>
  queries.delete(receipts).where(ofKey).prepare('drop_claim'),
);

/** The time of a receipt without a name: it must not tell when its note was written. */
function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000);
}

export function receiptRows(clock: Clock) {
  const expiry = () => new Date(clock.now().getTime() - limits.receiptMaxAge);

  return {
    /**
     * Writes the key down before the work: whoever comes second waits here until the first has committed. False where
     * the key has an answer.
     */
    async claim(tx: Tx, { once: { key, requestHash, holder } }: KeyedCommand): Promise<boolean> {
      const now = holder.isUnnamed ? hourOf(clock.now()) : clock.now();
      const values = { userId: holder.id, key, requestHash, now, expiry: expiry() };
      return (await claimKey(tx).execute(values)).length > 0;
    },

    /** Sent with COMMIT. A refusal is not kept, so its key is free for another try. */
    drop(tx: Tx, { once: { key, holder } }: KeyedCommand): void {
      tx.beforeCommit(() => dropClaim(tx).execute({ userId: holder.id, key }));
    },

    /** Stores the answer with COMMIT. */
    keep<T>(tx: Tx, { once }: KeyedCommand, { status, ...kept }: Answer<T>): void {
      const values = { userId: once.holder.id, key: once.key, status, body: JSON.stringify(kept) };
      tx.beforeCommit(() => keepAnswer(tx).execute(values));
      tx.beforeCommit(() => trim(tx).execute({ expiry: expiry() }));
    },

    /** Throws KEY_REUSED where the stored answer is that of another request. */
    async repeat<T>(
      tx: Tx,
      { once }: KeyedCommand,
      { answers, stillSees }: Repeat<T>,
    ): Promise<Answer<T>> {
      const [receipt] = await findReceipt(tx).execute({ userId: once.holder.id, key: once.key });
      if (receipt?.requestHash !== once.requestHash) throw new ApiError('KEY_REUSED');
      const { body: stored, ...kept } = receipt.body ?? { body: null };
      const body = answers.read(stored, receipt.bodyVersion);
      if (body !== null && body !== undefined) await stillSees(tx, body);
      return { ...kept, status: receipt.status, body };
    },
  };
}
export type ReceiptRows = ReturnType<typeof receiptRows>;
