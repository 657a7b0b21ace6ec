// Writers of a board take turns, fairly by account, so that it holds one database connection.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';

import { ApiError } from './api-error.ts';

interface Waiting {
  run: () => Promise<void>;
  cancelGiveUp: () => void;
}

/** One board's waiting writers: accounts in the order of their next turn, each with its requests in order. */
class BoardQueue {
  readonly #clock: Clock;
  readonly #byAccount = new Map<UserId, Waiting[]>();
  #count = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Refuses where the board, or this account on it, has too many writers waiting already. */
  add(userId: UserId, write: () => Promise<void>, refuse: (reason: ApiError) => void): void {
    const own = this.#byAccount.get(userId) ?? [];
    if (this.#count >= limits.boardWriters || own.length >= limits.boardWritersPerAccount) {
      refuse(new ApiError('BOARD_BUSY'));
      return;
    }
    const cancelGiveUp = this.#clock.setTimer(limits.boardWriterMaxWait, () => {
      this.#remove(userId, waiting);
      refuse(new ApiError('BOARD_BUSY'));
    });
    const waiting = { run: write, cancelGiveUp };
    this.#byAccount.set(userId, [...own, waiting]);
    this.#count += 1;
  }

  /** Resolves when nobody waits any more, at once where another call is at it; true where the board is idle. */
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
    next.cancelGiveUp();
    this.#remove(userId, next);
    return next;
  }

  #remove(userId: UserId, waiting: Waiting): void {
    const own = this.#byAccount.get(userId) ?? [];
    const left = own.filter((each) => each !== waiting);
    if (left.length === own.length) return;
    // Deleted and set again, the account is the last in the map's order: the accounts take turns.
    this.#byAccount.delete(userId);
    if (left.length > 0) this.#byAccount.set(userId, left);
    this.#count -= 1;
  }
}

/** Runs a write of one board in its turn, and gives its result. Throws BOARD_BUSY where too many wait, or too long. */
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
