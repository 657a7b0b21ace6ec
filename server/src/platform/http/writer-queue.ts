// Queues a board's writers, fairly by account, so that a board uses one database connection.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';

import { ApiError } from './api-error.ts';

interface Waiting {
  run: () => Promise<void>;
  cancelTimeout: () => void;
}

/** One board's waiting writers: accounts in round-robin order, each with its requests in order. */
class BoardQueue {
  readonly #clock: Clock;
  readonly #byAccount = new Map<UserId, Waiting[]>();
  #count = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects if too many writers are waiting on the board, or for this account. */
  add(userId: UserId, write: () => Promise<void>, refuse: (reason: ApiError) => void): void {
    const own = this.#byAccount.get(userId) ?? [];
    if (this.#count >= limits.boardWriters || own.length >= limits.boardWritersPerAccount) {
      refuse(new ApiError('BOARD_BUSY'));
      return;
    }
    const cancelTimeout = this.#clock.setTimer(limits.boardWriterMaxWait, () => {
      this.#remove(userId, waiting);
      refuse(new ApiError('BOARD_BUSY'));
    });
    const waiting = { run: write, cancelTimeout };
    this.#byAccount.set(userId, [...own, waiting]);
    this.#count += 1;
  }

  /** Drains the queue. Returns false immediately if it is already being drained. Resolves to true when idle. */
  async run(): Promise<boolean> {
    if (this.#isRunning) return false;
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) await next.run();
    this.#isRunning = false;
    return true;
  }

  #next(): Waiting | undefined {
    const [first] = this.#byAccount;
    const [userId, own] = first ?? [];
    const next = own?.[0];
    if (userId === undefined || next === undefined) return undefined;
    next.cancelTimeout();
    this.#remove(userId, next);
    return next;
  }

  #remove(userId: UserId, waiting: Waiting): void {
    const own = this.#byAccount.get(userId) ?? [];
    const left = own.filter((each) => each !== waiting);
    if (left.length === own.length) return;
    // Reinserted, so that the account goes to the end of the round-robin.
    this.#byAccount.delete(userId);
    if (left.length > 0) this.#byAccount.set(userId, left);
    this.#count -= 1;
  }
}

/** Runs a board's write in its turn. Throws BOARD_BUSY if the queue is full or the wait too long. */
export type InTurn = <T>(
  which: { meetingId: MeetingId; userId: UserId },
  write: () => Promise<T>,
) => Promise<T>;

export function writerQueue(clock: Clock): InTurn {
  const boards = new Map<MeetingId, BoardQueue>();

  return async function inTurn<T>(
    { meetingId, userId }: { meetingId: MeetingId; userId: UserId },
    write: () => Promise<T>,
  ): Promise<T> {
    const board = boards.get(meetingId) ?? new BoardQueue(clock);
    boards.set(meetingId, board);
    const result = new Promise<T>((resolve, reject) => {
      board.add(userId, () => write().then(resolve, reject), reject);
    });
    void board.run().then((isIdle) => {
      if (isIdle) boards.delete(meetingId);
    });
    return result;
  };
}
