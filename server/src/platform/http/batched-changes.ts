// A board's waiting commands of one kind, carried out in one transaction: many people who act at once hold the lock of
// the board once, wait for one COMMIT, and cause one event.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { StoredKind } from '@wentwell/contract/stored-values';

import type { Database, Tx } from '#server/platform/db/database';
import { isRefusedData } from '#server/platform/db/database-errors';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { type Answer, isKeyed, type KeyedCommand, type ReceiptRows } from './receipt-rows.ts';
import type { InTurn } from './writer-queue.ts';

/** A command, with what it asks for. */
interface BatchItem {
  command: Command;
}

/** Like a `Change`, for several commands on one board, each of another account. */
export interface BatchedChange<I extends BatchItem, L, T, D extends { answer: Answer<T> }> {
  answers: StoredKind<T>;
  stillSees(tx: Tx, item: I, body: NonNullable<T>): Promise<void>;
  /** Locks the board and reads what the work needs. Its statements are sent with BEGIN: they write nothing. */
  load(tx: Tx, board: MeetingId, items: readonly I[]): Promise<L>;
  /**
   * Throws an ApiError where the command is refused, which concerns none of the others. `before` are those of the batch
   * that are carried out before it.
   */
  decide(loaded: L, item: I, before: readonly D[]): D;
  /** Writes all that was decided, with COMMIT where it can. What it throws undoes the batch and refuses all of it. */
  write(tx: Tx, loaded: L, decided: readonly D[]): void | Promise<void>;
}

type Outcome<T> = { answer: Answer<T> } | { refusal: ApiError };

interface Waiting<I, T> {
  item: I;
  resolve(answer: Answer<T>): void;
  reject(error: unknown): void;
}

function toRefusal(error: unknown): { refusal: ApiError } {
  if (error instanceof ApiError) return { refusal: error };
  throw error;
}

export class BatchedChanges<I extends BatchItem, L, T, D extends { answer: Answer<T> }> {
  readonly #deps: { db: Database; rows: ReceiptRows; inTurn: InTurn };
  readonly #change: BatchedChange<I, L, T, D>;
  readonly #waiting = new Map<MeetingId, Set<Waiting<I, T>>>();

  constructor(
    deps: { db: Database; rows: ReceiptRows; inTurn: InTurn },
    change: BatchedChange<I, L, T, D>,
  ) {
    this.#deps = deps;
    this.#change = change;
  }

  /** Carries out the command in its turn among the board's writers, or in that of another of its kind before it. */
  run(board: MeetingId, item: I): Promise<Answer<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<T>>();
    const own: Waiting<I, T> = { item, resolve, reject };
    const waiting = this.#waiting.get(board) ?? new Set();
    this.#waiting.set(board, waiting.add(own));
    this.#deps
      .inTurn({ meetingId: board, userId: item.command.userId }, async () => {
        if (waiting.has(own)) await this.#runBatch(board, this.#take(board, own));
      })
      .catch((error: unknown) => {
        // Its turn does not come in time. A command that was taken along before is answered by that turn.
        if (this.#remove(board, own)) reject(error);
      });
    return promise;
  }

  /** Of each account one, so that what one command may do does not depend on another. */
  #take(board: MeetingId, first: Waiting<I, T>): Waiting<I, T>[] {
    const batch = new Map<UserId, Waiting<I, T>>();
    for (const each of [first, ...(this.#waiting.get(board) ?? [])]) {
      const { userId } = each.item.command;
      if (!batch.has(userId) && batch.size < limits.commandsPerBatch) batch.set(userId, each);
    }
    for (const each of batch.values()) this.#remove(board, each);
    return [...batch.values()];
  }

  /** False where it does not wait any more. */
  #remove(board: MeetingId, own: Waiting<I, T>): boolean {
    const waiting = this.#waiting.get(board);
    const isRemoved = waiting?.delete(own) ?? false;
    if (waiting?.size === 0) this.#waiting.delete(board);
    return isRemoved;
  }

  async #runBatch(board: MeetingId, batch: readonly Waiting<I, T>[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    try {
      const outcomes = await this.#deps.db.write((tx) => this.#carryOut(tx, board, items), {
        pipelined: true,
      });
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome && 'answer' in outcome) resolve(outcome.answer);
        else reject(outcome?.refusal);
      }
    } catch (error) {
      if (batch.length > 1 && isRefusedData(error)) {
        // What PostgreSQL refuses of one command concerns none of the others.
        for (const each of batch) await this.#runBatch(board, [each]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async #carryOut(tx: Tx, board: MeetingId, items: readonly I[]): Promise<Outcome<T>[]> {
    const { rows } = this.#deps;
    const loading = this.#change.load(tx, board, items);
    // The lock of the board lets one request of a key in at a time.
    const finding = items.map(
      async ({ command }) => isKeyed(command) && rows.isAnswered(tx, command),
    );
    const [areAnswered, loaded] = await Promise.all([Promise.all(finding), loading, tx.began]);
    const decided: D[] = [];
    const outcomes: Outcome<T>[] = [];
    for (const [index, item] of items.entries()) {
      const { command } = item;
      if (isKeyed(command) && areAnswered[index] === true) {
        outcomes.push(await this.#repeat(tx, { ...item, command }));
        continue;
      }
      const outcome = this.#decide(loaded, item, decided);
      outcomes.push(outcome);
      if (!('answer' in outcome)) continue;
      decided.push(outcome);
      if (isKeyed(command)) rows.keep(tx, command, outcome.answer);
    }
    await this.#change.write(tx, loaded, decided);
    return outcomes;
  }

  #decide(loaded: L, item: I, before: readonly D[]): D | { refusal: ApiError } {
    try {
      return this.#change.decide(loaded, item, before);
    } catch (error) {
      return toRefusal(error);
    }
  }

  async #repeat(tx: Tx, item: I & { command: KeyedCommand }): Promise<Outcome<T>> {
    const { answers } = this.#change;
    const stillSees = (_: Tx, body: NonNullable<T>) => this.#change.stillSees(tx, item, body);
    const repeating = this.#deps.rows.repeat(tx, item.command, { answers, stillSees });
    return repeating.then((answer) => ({ answer }), toRefusal);
  }
}
