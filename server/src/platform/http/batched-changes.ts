// Waiting commands of one kind, carried out in one transaction: many people who act at once hold the lock of their board
// once and wait for one COMMIT, and where the change allows it, so do the boards whose turn comes at the same time.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';

import type { Database, Tx } from '#server/platform/db/database';
import { isDatabaseAway, isLockTimeout, isRefusedData } from '#server/platform/db/database-errors';
import { GatheredCalls } from '#server/platform/gathered-calls';

import {
  type BatchedChange,
  type BatchItem,
  BatchTransaction,
  type BoardItems,
  type Outcome,
} from './batch-transaction.ts';
import { type Answer, isKeyed, type ReceiptRows } from './receipt-rows.ts';
import type { InTurn } from './writer-queue.ts';

interface Waiting<I, T> {
  item: I;
  resolve(answer: Answer<T>): void;
  reject(error: unknown): void;
}

/** A board whose turn has come, with those of its commands that are carried out now. */
interface Batch<I, T> extends BoardItems<I> {
  waiting: readonly Waiting<I, T>[];
  /** Whether all of them know what has become of them. */
  isSettled: boolean;
  /** Whether another transaction held the board when it was tried with others. */
  isHeld: boolean;
}

interface Turn<I, T> {
  board: MeetingId;
  first: Waiting<I, T>;
  /** Null until the commands are taken from those that wait. */
  batch: Batch<I, T> | null;
}

// Boards that are held wait together for the first of them, so long at most, in ms: the others may be free before it.
const heldTogetherMs = 250;

function settle<I, T>(batch: Batch<I, T>, outcomes: readonly Outcome<T>[]): void {
  batch.isSettled = true;
  for (const [index, { resolve, reject }] of batch.waiting.entries()) {
    const outcome = outcomes[index];
    if (outcome && 'answer' in outcome) resolve(outcome.answer);
    else reject(outcome?.refusal);
  }
}

function fail<I, T>(batch: Batch<I, T>, error: unknown): void {
  batch.isSettled = true;
  for (const { reject } of batch.waiting) reject(error);
}

function batchOf<I, T>(board: MeetingId, waiting: readonly Waiting<I, T>[]): Batch<I, T> {
  return {
    board,
    waiting,
    items: waiting.map(({ item }) => item),
    isSettled: false,
    isHeld: false,
  };
}

/**
 * The boards that share a transaction, for one after another. A board where somebody uses a key that is used on one of the
 * others too has one of its own: of two requests with a key one gets it.
 */
function* inParts<I extends BatchItem, T>(
  batches: Iterable<Batch<I, T>>,
): Generator<Batch<I, T>[]> {
  const taken = new Set<string>();
  let part: Batch<I, T>[] = [];
  let size = 0;
  for (const batch of batches) {
    const commands = batch.items.map(({ command }) => command).filter((each) => isKeyed(each));
    const keys = commands.map(({ once: { holder, key } }) => `${holder.id} ${key}`);
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    part.push(batch);
    size += batch.items.length;
    if (size < limits.commandsPerBatch) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0) yield part;
}

export class BatchedChanges<I extends BatchItem, L, T, D extends { answer: Answer<T> }> {
  readonly #deps: { db: Database; rows: ReceiptRows; inTurn: InTurn };
  readonly #change: BatchedChange<I, L, T, D>;
  readonly #waiting = new Map<MeetingId, Set<Waiting<I, T>>>();
  readonly #together = new GatheredCalls<Turn<I, T>>((turns) =>
    this.#runTogether(turns.map((turn) => this.#take(turn))),
  );
  readonly #heldTogether = new GatheredCalls<Batch<I, T>>((batches) => this.#runHeld(batches));

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
        if (waiting.has(own)) await this.#runTurn({ board, first: own, batch: null });
      })
      .catch((error: unknown) => {
        // Its turn does not come in time. A command that was taken along before is answered by that turn.
        if (this.#remove(board, own)) reject(error);
      });
    return promise;
  }

  /** Of each account one, so that what one command may do does not depend on another. */
  #take(turn: Turn<I, T>): Batch<I, T> {
    const { board, first } = turn;
    const taken = new Map<UserId, Waiting<I, T>>();
    for (const each of [first, ...(this.#waiting.get(board) ?? [])]) {
      const { userId } = each.item.command;
      if (!taken.has(userId) && taken.size < limits.commandsPerBatch) taken.set(userId, each);
    }
    for (const each of taken.values()) this.#remove(board, each);
    turn.batch = batchOf(board, [...taken.values()]);
    return turn.batch;
  }

  /** False where it does not wait any more. */
  #remove(board: MeetingId, own: Waiting<I, T>): boolean {
    const waiting = this.#waiting.get(board);
    const isRemoved = waiting?.delete(own) ?? false;
    if (waiting?.size === 0) this.#waiting.delete(board);
    return isRemoved;
  }

  async #runTurn(turn: Turn<I, T>): Promise<void> {
    if (this.#change.loadFree) await this.#together.run([turn]);
    if (turn.batch?.isHeld) await this.#heldTogether.run([turn.batch]);
    const batch = turn.batch ?? this.#take(turn);
    if (!batch.isSettled) await this.#runAlone(batch);
  }

  /**
   * Another node that writes on the same boards holds them by one transaction, and frees them at the same moment. Tried
   * apart from the boards that nobody holds, which wait for none of these.
   */
  async #runHeld(batches: readonly Batch<I, T>[]): Promise<void> {
    // A single one waits for its lock alone.
    if (batches.length > 1) await this.#runTogether(batches, { lockTimeoutMs: heldTogetherMs });
  }

  /** What cannot be carried out together is left as it is, for each board alone. */
  async #runTogether(
    batches: readonly Batch<I, T>[],
    waiting: { lockTimeoutMs?: number } = {},
  ): Promise<void> {
    const awaitsFirst = waiting.lockTimeoutMs !== undefined;
    for (const part of inParts(batches)) {
      const load = async (tx: Tx) =>
        (await this.#change.loadFree?.(tx, part, { awaitsFirst })) ?? new Map();
      try {
        const outcomes = await this.#carryOut(part, load, waiting);
        for (const batch of part) {
          const ofBoard = outcomes.get(batch.board);
          if (ofBoard) settle(batch, ofBoard);
          else batch.isHeld = true;
        }
      } catch (error) {
        if (awaitsFirst && isLockTimeout(error)) continue;
        if (isDatabaseAway(error)) for (const batch of part) fail(batch, error);
      }
    }
  }

  async #runAlone(batch: Batch<I, T>): Promise<void> {
    const { board, waiting } = batch;
    try {
      const load = async (tx: Tx) => new Map([[board, await this.#change.load(tx, batch)]]);
      settle(batch, (await this.#carryOut([batch], load)).get(board) ?? []);
    } catch (error) {
      if (waiting.length === 1 || !isRefusedData(error)) {
        fail(batch, error);
        return;
      }
      // What PostgreSQL refuses of one command concerns none of the others.
      for (const each of waiting) await this.#runAlone(batchOf(board, [each]));
    }
  }

  #carryOut(
    asked: readonly BoardItems<I>[],
    load: (tx: Tx) => Promise<Map<MeetingId, L>>,
    waiting: { lockTimeoutMs?: number } = {},
  ) {
    const { db, rows } = this.#deps;
    return db.write(
      (tx) => new BatchTransaction(this.#change, rows, tx).carryOut(asked, load(tx)),
      { pipelined: true, ...waiting },
    );
  }
}
