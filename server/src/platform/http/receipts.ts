/**
 * Receipts make a repeated request harmless: what a change was answered is stored in the change's own transaction,
 * and the same person's same request with the same Idempotency-Key gets that answer again (docs/api.md A-31).
 * Refusals are not kept: they changed nothing, and may turn out otherwise the next time.
 */
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type StoredKind, storedKind, storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import { type Database, preparedOn, type Queries, type Tx } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { receipts } from './receipts.table.ts';
import { versioned } from './versions.ts';
import type { InTurn } from './writer-queue.ts';

/** What a change answers; `version` goes into the ETag. */
export interface Answer<T> {
  status: number;
  body: T;
  version?: number;
}

/** The one way of a command that changes a board: turn, key, lock, policy, write, event, receipt, COMMIT, answer. */
export interface Change<T, L> {
  /** The board that it locks, if any: its writers take turns before they open a transaction. */
  board?: MeetingId;
  /**
   * Locks and reads all that the work needs. Its statements are sent with BEGIN and the claim of the key, so they
   * write nothing, and follow one another without waiting where that is possible.
   */
  load(tx: Tx): Promise<L>;
  /** Decides and writes; whatever it throws leaves neither change nor receipt. */
  work(tx: Tx, loaded: L): Promise<Answer<T>>;
  /** How a stored answer is read, whichever version wrote it. */
  answers: StoredKind<T>;
  /** Called before a stored body is sent again: throws where the caller may not see it any more. */
  stillSees(tx: Tx, body: NonNullable<T>): Promise<void>;
}

/** How a change that answers nothing is repeated: there is nothing to see. */
export const emptyAnswer = {
  answers: storedKind(z.null(), []),
  stillSees: (): Promise<void> => Promise.resolve(),
};

// Cleared away with each receipt that is written, so that the table never grows for long.
const trimmedAtOnce = 20;

/** Sets status and ETag. */
export function answered<T>(reply: FastifyReply, { status, body, version }: Answer<T>): T {
  reply.status(status);
  return version === undefined ? body : versioned(reply, version, body);
}

type Once = NonNullable<Command['once']>;

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

export function receiptBook(db: Database, clock: Clock, inTurn: InTurn) {
  /** Writes the key down before the work: whoever comes second waits here until the first has committed. */
  async function claim(tx: Tx, userId: UserId, { key, requestHash }: Once): Promise<boolean> {
    const now = clock.now();
    const expiry = new Date(now.getTime() - limits.receiptMaxAge);
    return (await claimKey(tx).execute({ userId, key, requestHash, now, expiry })).length > 0;
  }

  function keep<T>(
    tx: Tx,
    { userId, once }: Pick<Command, 'userId'> & { once: Once },
    { status, ...kept }: Answer<T>,
  ): void {
    const expiry = new Date(clock.now().getTime() - limits.receiptMaxAge);
    const values = { userId, key: once.key, status, body: JSON.stringify(kept) };
    tx.beforeCommit(() => keepAnswer(tx).execute(values));
    tx.beforeCommit(() => trim(tx).execute({ expiry }));
  }

  async function repeat<T, L>(
    tx: Tx,
    { userId, once }: Pick<Command, 'userId'> & { once: Once },
    change: Change<T, L>,
  ): Promise<Answer<T>> {
    const [receipt] = await findReceipt(tx).execute({ userId, key: once.key });
    if (receipt?.requestHash !== once.requestHash) throw new ApiError('KEY_REUSED');
    const { body: stored, ...kept } = receipt.body ?? { body: null };
    const body = change.answers.read(stored, receipt.bodyVersion);
    if (body !== null && body !== undefined) await change.stillSees(tx, body);
    return { ...kept, status: receipt.status, body };
  }

  async function runOnce<T, L>(
    tx: Tx,
    { userId, once }: Pick<Command, 'userId' | 'once'>,
    change: Change<T, L>,
  ): Promise<Answer<T>> {
    const claiming = once ? claim(tx, userId, once) : true;
    // What a repeated request may not see any more is no reason to refuse it before its receipt is read.
    const loading = change.load(tx).then(
      (loaded) => ({ loaded }),
      (error: unknown) => ({ error }),
    );
    const [isFirst, found] = await Promise.all([claiming, loading, tx.began]);
    const isRefused = 'error' in found && found.error instanceof ApiError;
    if (once && !isFirst && (isRefused || 'loaded' in found)) {
      return repeat(tx, { userId, once }, change);
    }
    if ('error' in found) throw found.error;
    const answer = await change.work(tx, found.loaded);
    if (once) keep(tx, { userId, once }, answer);
    return answer;
  }

  return {
    /** Runs a change in one transaction, once per Idempotency-Key; without a key every command counts. */
    async once<T, L>(command: Command, change: Change<T, L>): Promise<Answer<T>> {
      const write = () => db.write((tx) => runOnce(tx, command, change), { pipelined: true });
      const { board: meetingId } = change;
      return meetingId ? inTurn({ meetingId, userId: command.userId }, write) : write();
    },
  };
}
export type ReceiptBook = ReturnType<typeof receiptBook>;
