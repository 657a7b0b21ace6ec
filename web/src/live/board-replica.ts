// A copy of a board that is folded from its events, each once and in order, whatever order they come in.
import { applyEvent, type Board } from '@wentwell/contract/board';
import type { EventFrame, PresenceEntry } from '@wentwell/contract/live';

export class BoardReplica {
  #board: Board | null = null;
  readonly #held = new Map<number, EventFrame>();
  // The highest seq that anybody has spoken of.
  #head = 0;
  // What comes now belongs to a history that this copy does not have: it waits for the snapshot.
  #isDistrusted = false;

  get board(): Board | null {
    return this.#board;
  }

  /** Something is known to have happened that this copy does not have yet. */
  get isBehind(): boolean {
    return this.#board !== null && this.#head > this.#board.seq;
  }

  /** Takes an event: the next one is applied, an old one ignored, a later one held. Gives what was applied. */
  take(event: EventFrame): EventFrame[] {
    const seq = this.#isDistrusted ? 0 : (this.#board?.seq ?? 0);
    if (event.seq <= seq) return [];
    this.heard(event.seq);
    this.#held.set(event.seq, event);
    return this.#applyHeld();
  }

  /** Takes a seq that the board is said to have reached. */
  heard(seq: number): void {
    this.#head = Math.max(this.#head, seq);
  }

  /** The server says that this copy cannot be brought up to date: from here on only a snapshot counts. */
  distrust(): void {
    this.#isDistrusted = true;
    this.#held.clear();
    this.#head = 0;
  }

  /** Takes a snapshot; an older one of the same history changes nothing. Gives the held events applied on it. */
  replace(board: Board): EventFrame[] {
    const current = this.#board;
    const isOlder = current?.epoch === board.epoch && board.seq < current.seq;
    if (current && current.epoch !== board.epoch && !this.#isDistrusted) this.distrust();
    this.#isDistrusted = false;
    if (!isOlder) this.#board = board;
    this.heard(board.seq);
    return this.#applyHeld();
  }

  /** Takes who is here now; presence is told apart from the log. */
  meet(presence: PresenceEntry[]): void {
    if (this.#board) this.#board = { ...this.#board, presence };
  }

  /** Takes news of one person. */
  meetOne(entry: PresenceEntry): void {
    const others = this.#board?.presence.filter((each) => each.userId !== entry.userId) ?? [];
    this.meet([...others, entry]);
  }

  /** Forgets everything, for who may no longer see it. */
  clear(): void {
    this.#board = null;
    this.distrust();
  }

  #applyHeld(): EventFrame[] {
    const applied: EventFrame[] = [];
    if (this.#isDistrusted) return applied;
    for (const seq of this.#held.keys()) {
      if (this.#board && seq <= this.#board.seq) this.#held.delete(seq);
    }
    for (;;) {
      const next = this.#board ? this.#held.get(this.#board.seq + 1) : undefined;
      if (!this.#board || !next) return applied;
      this.#held.delete(next.seq);
      this.#board = applyEvent(this.#board, next);
      applied.push(next);
    }
  }
}
