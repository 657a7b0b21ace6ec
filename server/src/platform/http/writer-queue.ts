// Queues a board's writers, fairly by account, so that a board uses one database connection.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';
import { FairQueue } from '#server/platform/fair-queue';

import { ApiError } from './api-error.ts';

interface Waiting {
  run: () => Promise<void>;
  cancelTimeout: () => void;
}

/** One board's waiting writers, in turn by account. */
class BoardQueue {
  readonly #clock: Clock;
  readonly #waiting = new FairQueue<UserId, Waiting>();
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects if too many writers are waiting on the board, or for this account. */
  add(userId: UserId, write: () => Promise<void>, refuse: (reason: ApiError) => void): void {
    const isFull =
      this.#waiting.items.length >= limits.boardWriters ||
      this.#waiting.countOf(userId) >= limits.boardWritersPerAccount;
    if (isFull) {
      refuse(new ApiError('BOARD_BUSY'));
      return;
    }
    const cancelTimeout = this.#clock.setTimer(limits.boardWriterMaxWait, () => {
      this.#waiting.remove(userId, waiting);
      refuse(new ApiError('BOARD_BUSY'));
    });
    const waiting = { run: write, cancelTimeout };
    this.#waiting.push(userId, waiting);
  }

  /** Drains the queue. Returns false immediately if it is already being drained. Resolves to true when idle. */
  async run(): Promise<boolean> {
    if (this.#isRunning) return false;
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.cancelTimeout();
      await next.run();
    }
    this.#isRunning = false;
    return true;
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
    const result = new Promise<T>((resolve, reject) =>
      board.add(userId, () => write().then(resolve, reject), reject),
    );
    void board.run().then((isIdle) => {
      if (isIdle) boards.delete(meetingId);
    });
    return result;
  };
}
