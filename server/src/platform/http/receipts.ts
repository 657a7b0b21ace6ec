/**
 * Receipts make a repeated request harmless: what a change was answered is stored in the change's own transaction,
 * and the same person's same request with the same Idempotency-Key gets that answer again (docs/api.md A-31).
 * Refusals are not kept: they changed nothing, and may turn out otherwise the next time.
 */
import { boardSeqHeader } from '@wentwell/contract/board-seq';
import type { MeetingId } from '@wentwell/contract/ids';
import { storedKind } from '@wentwell/contract/stored-values';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

import type { Database, Tx } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { type Answer, isKeyed, receiptRows, type Repeat } from './receipt-rows.ts';
import { versioned } from './versions.ts';
import type { InTurn } from './writer-queue.ts';

export type { Answer } from './receipt-rows.ts';

/** The one way of a command that changes a board: turn, key, lock, policy, write, event, receipt, COMMIT, answer. */
export interface Change<T, L> extends Repeat<T> {
  /**
   * The board that `load` locks with its first statement, if any. Its writers take turns before they open a
   * transaction.
   */
  board?: MeetingId;
  /**
   * Locks and reads all that the work needs. Its statements are sent with BEGIN and the claim of the key, so they
   * write nothing, and follow one another without waiting where that is possible.
   */
  load(tx: Tx): Promise<L>;
  /** Decides and writes; whatever it throws leaves neither change nor receipt. */
  work(tx: Tx, loaded: L): Promise<Answer<T>>;
}

/** How a change that answers nothing is repeated: there is nothing to see. */
export const emptyAnswer = {
  answers: storedKind(z.null(), []),
  stillSees: (): Promise<void> => Promise.resolve(),
};

/** Sets status, ETag and the board's seq. */
export function answered<T>(
  reply: FastifyReply,
  { status, body, version, boardSeq }: Answer<T>,
): T {
  reply.status(status);
  if (boardSeq !== undefined) reply.header(boardSeqHeader, boardSeq);
  return version === undefined ? body : versioned(reply, version, body);
}

export function receiptBook(db: Database, inTurn: InTurn) {
  const rows = receiptRows();

  async function runOnce<T, L>(
    tx: Tx,
    command: Pick<Command, 'once'>,
    change: Change<T, L>,
  ): Promise<Answer<T>> {
    const isLocked = change.board !== undefined;
    const claiming = isKeyed(command) && !isLocked ? rows.claim(tx, command) : true;
    // What a repeated request may not see any more is no reason to refuse it before its receipt is read.
    const loading = change.load(tx).then(
      (loaded) => ({ loaded }),
      (error: unknown) => ({ error }),
    );
    // The lock of the board lets one request of a key in at a time.
    const finding = isKeyed(command) && isLocked ? rows.find(tx, [command]) : [];
    const [isClaimed, found, receipts] = await Promise.all([claiming, loading, finding, tx.began]);
    const isAnswered = isKeyed(command) && rows.isAnswered(tx, command, receipts);
    const isFirst = isClaimed && !isAnswered;
    const isRefused = 'error' in found && found.error instanceof ApiError;
    if (isKeyed(command) && !isFirst && (isRefused || 'loaded' in found)) {
      return rows.repeat(tx, command, change);
    }
    if ('error' in found) throw found.error;
    const answer = await change.work(tx, found.loaded);
    if (isKeyed(command)) {
      if (isLocked) rows.keep(tx, [{ command, answer }]);
      else rows.keepClaimed(tx, command, answer);
    }
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
