// One's own changes that the server has not confirmed: laid over the board, and lifted off when it has them itself.
import type { Board } from '@wentwell/contract/board';

/** How a change looks on a board that does not have it yet. Pure. */
export type ChangeBoard = (board: Board) => Board;

/** A change on its way to the server. */
export interface PendingChange {
  /**
   * The server took it. It stays on show until the board itself has it, or nothing would hold it
   * between the answer and the event; `shown` may look different from now on.
   */
  confirm(isIn: (board: Board) => boolean, shown?: ChangeBoard): void;
  /** The server refused it: it never happened. */
  withdraw(): void;
}

interface Entry {
  show: ChangeBoard;
  isIn: ((board: Board) => boolean) | null;
}

export class PendingChanges {
  readonly #entries = new Set<Entry>();
  readonly #changed: () => void;

  /** Takes whom to tell that the board looks different now. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(show: ChangeBoard): PendingChange {
    const entry: Entry = { show, isIn: null };
    this.#entries.add(entry);
    this.#changed();
    return {
      confirm: (isIn, shown) => {
        entry.isIn = isIn;
        if (shown) entry.show = shown;
        this.#changed();
      },
      withdraw: () => {
        this.#entries.delete(entry);
        this.#changed();
      },
    };
  }

  /** Takes the board as the server knows it; gives it as the person sees it. */
  over(board: Board): Board {
    let seen = board;
    for (const entry of this.#entries) seen = entry.show(seen);
    return seen;
  }

  /** Lifts off what the board has by now; to be asked after each event, for the next may undo it again. */
  settle(board: Board): void {
    for (const entry of this.#entries) {
      if (entry.isIn?.(board)) this.#entries.delete(entry);
    }
  }

  /** Gives how to lift off what is confirmed by now: a snapshot asked for later has it, even if it is gone again. */
  markConfirmed(): () => void {
    const confirmed = [...this.#entries].filter((entry) => entry.isIn !== null);
    return () => {
      for (const entry of confirmed) this.#entries.delete(entry);
    };
  }
}
