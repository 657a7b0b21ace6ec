/**
 * Receipts make a repeated request harmless: the status of a change's answer is stored in the change's own transaction.
 * The same person's same request with the same Idempotency-Key gets that status, and the present body (docs/api.md A-31).
 * Refusals are not kept: they changed nothing, and may turn out otherwise the next time.
 */
import { boardSeqHeader } from '@wentwell/contract/board-seq';
import type { MeetingId } from '@wentwell/contract/ids';
import type { FastifyReply } from 'fastify';

import type { Database, Tx } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { type Answer, isKeyed, receiptRows } from './receipt-rows.ts';
import type { Kept } from './receipts.table.ts';
import { versioned } from './versions.ts';
import type { InTurn } from './writer-queue.ts';

export type { Answer } from './receipt-rows.ts';
export type { Kept } from './receipts.table.ts';

/** The one way of a command that changes a board: turn, key, lock, policy, write, receipt, COMMIT, answer. */
export interface Change<T, L> {
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
  /**
   * Answers a repeated request by the present state; its status is replaced by the first one. `kept` is that of the first
   * answer. Throws where what was answered is gone, or the caller may not see it any more.
   */
  again(tx: Tx, kept: Kept): Promise<Answer<T>>;
}

/** How a change that answers nothing is repeated: there is nothing to see. */
export const emptyAnswer = {
  again: (): Promise<Answer<null>> => Promise.resolve({ status: 204, body: null }),
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
    // A repeated request must not be refused for what it may not see any more before its receipt is read.
    const loading = change.load(tx).then(
      (loaded) => ({ loaded }),
      (error: unknown) => ({ error }),
    );
    // The lock of the board lets one request of a key in at a time.
    const finding = isKeyed(command) && isLocked ? rows.find(tx, [command]) : [];
    const [isClaimed, load, found] = await Promise.all([claiming, loading, finding, tx.began]);
    if ('error' in load && !(load.error instanceof ApiError)) throw load.error;
    if (isKeyed(command)) {
      const repeat = rows.repeatOf(tx, command, isClaimed ? found : await rows.find(tx, [command]));
      if (repeat) return { ...(await change.again(tx, repeat.kept)), status: repeat.firstStatus };
    }
    if ('error' in load) throw load.error;
    const answer = await change.work(tx, load.loaded);
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
