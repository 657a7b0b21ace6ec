// The boards that this node has at hand, each as the last change that it has seen left it.
import type { MeetingId } from '@wentwell/contract/ids';

import type { BoardRow } from '#server/features/meetings/meetings.table';

import type { ReadBoard } from './read-board.ts';

// About 0.2 KB each.
const mostRecords = 100_000;

interface Replica extends ReadBoard {
  epoch: string;
}

/** Keeps the boards that were used last, as long as they hold at most `mostRecords` together. */
export class Replicas {
  readonly #boards = new Map<MeetingId, Replica>();
  #records = 0;

  /** Undefined where the board is not at hand, or other nodes have changed it since. */
  at({ id, seq, epoch }: Pick<BoardRow, 'id' | 'seq' | 'epoch'>): ReadBoard | undefined {
    const found = this.#boards.get(id);
    return found?.board.seq === seq && found.epoch === epoch ? found : undefined;
  }

  keep(id: MeetingId, replica: Replica): void {
    this.drop(id);
    this.#boards.set(id, replica);
    this.#records += replica.board.count;
    for (const oldest of this.#boards.keys()) {
      if (this.#records <= mostRecords || oldest === id) break;
      this.drop(oldest);
    }
  }

  drop(id: MeetingId): void {
    this.#records -= this.#boards.get(id)?.board.count ?? 0;
    this.#boards.delete(id);
  }
}
