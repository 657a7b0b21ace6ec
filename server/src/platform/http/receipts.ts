/**
 * Receipts make a repeated request harmless: what a change was answered is stored in the change's own transaction,
 * and the same person's same request with the same Idempotency-Key gets that answer again (docs/api.md A-31).
 * Refusals are not kept: they changed nothing, and may turn out otherwise the next time.
 */
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type StoredKind, storedKind, storedVersion } from '@wentwell/contract/stored-values';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import type { Database, Tx } from '#server/platform/db/database';

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

export interface Change<T> {
  /** The board that it locks, if any: its writers take turns before they open a transaction. */
  board?: MeetingId;
  /** The change itself; whatever it throws leaves neither change nor receipt. */
  work(tx: Tx): Promise<Answer<T>>;
  /** How a stored answer is read, whichever version wrote it. */
  answers: StoredKind<T>;
  /** Asked before a stored body is given again: refuses where the caller may not see it any more. */
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

export function receiptBook(db: Database, clock: Clock, inTurn: InTurn) {
  const expiry = () => new Date(clock.now().getTime() - limits.receiptMaxAge);
  const at = (userId: UserId, key: string) =>
    and(eq(receipts.userId, userId), eq(receipts.key, key));

  /** Writes the key down before the work: whoever comes second waits here until the first has committed. */
  async function claim(tx: Tx, userId: UserId, once: NonNullable<Command['once']>) {
    const fresh = {
      requestHash: once.requestHash,
      status: 0,
      body: null,
      bodyVersion: storedVersion,
      createdAt: clock.now(),
    };
    const claimed = await tx
      .insert(receipts)
      .values({ userId, key: once.key, ...fresh })
      .onConflictDoUpdate({
        target: [receipts.userId, receipts.key],
        set: fresh,
        setWhere: lt(receipts.createdAt, expiry()),
      })
      .returning({ key: receipts.key });
    return claimed.length > 0;
  }

  async function trim(tx: Tx): Promise<void> {
    // Two that trim at once take different rows, or they would wait for each other.
    const expired = tx
      .select({ place: sql`ctid` })
      .from(receipts)
      .where(lt(receipts.createdAt, expiry()))
      .limit(trimmedAtOnce)
      .for('update', { skipLocked: true });
    await tx.delete(receipts).where(inArray(sql`ctid`, expired));
  }

  async function runOnce<T>(
    tx: Tx,
    { userId, once }: Pick<Command, 'userId' | 'once'>,
    change: Change<T>,
  ): Promise<Answer<T>> {
    if (!once) return change.work(tx);
    if (await claim(tx, userId, once)) {
      const answer = await change.work(tx);
      const { status, ...kept } = answer;
      await tx.update(receipts).set({ status, body: kept }).where(at(userId, once.key));
      await trim(tx);
      return answer;
    }
    const [receipt] = await tx.select().from(receipts).where(at(userId, once.key));
    if (receipt?.requestHash !== once.requestHash) throw new ApiError('KEY_REUSED');
    const { body: stored, ...kept } = receipt.body ?? { body: null };
    const body = change.answers.read(stored, receipt.bodyVersion);
    if (body !== null && body !== undefined) await change.stillSees(tx, body);
    return { ...kept, status: receipt.status, body };
  }

  return {
    /** Runs a change in one transaction, once per Idempotency-Key; without a key every command counts. */
    async once<T>(command: Command, change: Change<T>): Promise<Answer<T>> {
      const write = () => db.write((tx) => runOnce(tx, command, change));
      const { board: meetingId } = change;
      return meetingId ? inTurn({ meetingId, userId: command.userId }, write) : write();
    },
  };
}
export type ReceiptBook = ReturnType<typeof receiptBook>;
