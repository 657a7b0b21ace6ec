// One transaction for commands of one kind, on one board or on several: each is decided on alone, and all that was
// decided is written together.
import type { MeetingId } from '@wentwell/contract/ids';
import type { StoredKind } from '@wentwell/contract/stored-values';

import type { Tx } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { type Answer, isKeyed, type KeyedCommand, type ReceiptRows } from './receipt-rows.ts';

/** A command, with what it asks for. */
export interface BatchItem {
  command: Command;
}

/** What is asked for on a board, each by another account. */
export interface BoardItems<I> {
  board: MeetingId;
  items: readonly I[];
}

/** What was decided on a board; empty where all was refused, or answered before. */
export interface DecidedBoard<L, D> {
  loaded: L;
  decided: readonly D[];
}

/** Like a `Change`, for several commands. */
export interface BatchedChange<I extends BatchItem, L, T, D extends { answer: Answer<T> }> {
  answers: StoredKind<T>;
  stillSees(tx: Tx, item: I, body: NonNullable<T>): Promise<void>;
  /** Locks the board and reads what the work needs. Its statements are sent with BEGIN: they write nothing. */
  load(tx: Tx, asked: BoardItems<I>): Promise<L>;
  /**
   * The same for several boards, but for those that another transaction holds: nobody waits for the lock of a board that
   * is not theirs. With it, boards whose turn comes at the same time share a transaction. Where `awaitsFirst` is set, the
   * lock of the first of them is waited for before the others are tried.
   */
  loadFree?(
    tx: Tx,
    asked: readonly BoardItems<I>[],
    options: { awaitsFirst: boolean },
  ): Promise<Map<MeetingId, L>>;
  /**
   * Throws an ApiError where the command is refused, which concerns none of the others. `before` are those of the
   * transaction that are carried out before it.
   */
  decide(loaded: L, item: I, before: readonly D[]): D;
  /** Writes all that was decided, with COMMIT where it can. What it throws undoes the transaction. */
  write(tx: Tx, boards: readonly DecidedBoard<L, D>[]): void | Promise<void>;
}

export type Outcome<T> = { answer: Answer<T> } | { refusal: ApiError };

function toRefusal(error: unknown): { refusal: ApiError } {
  if (error instanceof ApiError) return { refusal: error };
  throw error;
}

export class BatchTransaction<I extends BatchItem, L, T, D extends { answer: Answer<T> }> {
  readonly #change: BatchedChange<I, L, T, D>;
  readonly #rows: ReceiptRows;
  readonly #tx: Tx;
  readonly #decided: D[] = [];
  readonly #kept: { command: KeyedCommand; answer: Answer<T> }[] = [];

  constructor(change: BatchedChange<I, L, T, D>, rows: ReceiptRows, tx: Tx) {
    this.#change = change;
    this.#rows = rows;
    this.#tx = tx;
  }

  /** Carries out what is asked for on the boards that are loaded, and resolves with the outcomes on each of them. */
  async carryOut(
    asked: readonly BoardItems<I>[],
    loading: Promise<ReadonlyMap<MeetingId, L>>,
  ): Promise<Map<MeetingId, Outcome<T>[]>> {
    const commands = asked.flatMap(({ items }) => items.map(({ command }) => command));
    // The lock of the board lets one request of a key in at a time.
    const finding = this.#rows.find(
      this.#tx,
      commands.filter((command) => isKeyed(command)),
    );
    const [loaded, receipts] = await Promise.all([loading, finding, this.#tx.began]);
    const outcomes = new Map<MeetingId, Outcome<T>[]>();
    const boards: DecidedBoard<L, D>[] = [];
    for (const { board, items } of asked) {
      const found = loaded.get(board);
      if (found === undefined) continue;
      const ofBoard: Outcome<T>[] = [];
      const first = this.#decided.length;
      for (const item of items) {
        const { command } = item;
        const isRepeated = isKeyed(command) && this.#rows.isAnswered(this.#tx, command, receipts);
        ofBoard.push(isRepeated ? await this.#repeat(command, item) : this.#decide(found, item));
      }
      outcomes.set(board, ofBoard);
      boards.push({ loaded: found, decided: this.#decided.slice(first) });
    }
    this.#rows.keep(this.#tx, this.#kept);
    await this.#change.write(this.#tx, boards);
    return outcomes;
  }

  #decide(loaded: L, item: I): Outcome<T> {
    try {
      const decided = this.#change.decide(loaded, item, this.#decided);
      const { answer } = decided;
      const { command } = item;
      this.#decided.push(decided);
      if (isKeyed(command)) this.#kept.push({ command, answer });
      return { answer };
    } catch (error) {
      return toRefusal(error);
    }
  }

  async #repeat(command: KeyedCommand, item: I): Promise<Outcome<T>> {
    const { answers } = this.#change;
    const stillSees = (tx: Tx, body: NonNullable<T>) => this.#change.stillSees(tx, item, body);
    const repeating = this.#rows.repeat(this.#tx, command, { answers, stillSees });
    return repeating.then((answer) => ({ answer }), toRefusal);
  }
}
