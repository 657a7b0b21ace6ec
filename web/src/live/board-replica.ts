// A local copy of a board. Applies each event exactly once and in order, whatever order they arrive in.
import { applyEvent, type Board } from '@wentwell/contract/board';
import type { EventFrame, PresenceEntry } from '@wentwell/contract/live';

/** How many events may wait for an earlier one. Those beyond are fetched again. */
const maxHeld = 256;

export class BoardReplica {
  #board: Board | null = null;
  readonly #held = new Map<number, { event: EventFrame; epoch: string | undefined }>();
  // The highest seq that the server has announced.
  #head = 0;
  // Arriving events belong to a history that this copy does not have, and are held until the snapshot is loaded.
  #isInvalidated = false;

  get board(): Board | null {
    return this.#board;
  }

  /** Only a snapshot can bring this copy up to date. */
  get isInvalidated(): boolean {
    return this.#isInvalidated;
  }

  /** The server has announced events that this copy does not have yet. */
  get isBehind(): boolean {
    return this.#board !== null && (this.#head > this.#board.seq || this.#held.size > 0);
  }

  /**
   * Applies the event that is next, ignores an old one and one of another epoch, and holds a later one. Returns the
   * events that were applied.
   */
  receive(event: EventFrame, epoch = this.#board?.epoch): EventFrame[] {
    const isOtherEpoch = this.#board !== null && this.#board.epoch !== epoch;
    if (isOtherEpoch && !this.#isInvalidated) return [];
    const seq = this.#isInvalidated ? 0 : (this.#board?.seq ?? 0);
    if (event.seq <= seq) return [];
    this.advanceHead(event.seq);
    if (this.#held.size < maxHeld || event.seq === seq + 1) {
      this.#held.set(event.seq, { event, epoch });
    }
    return this.#applyHeld();
  }

  advanceHead(seq: number): void {
    // After `invalidate` it is unknown which history the seq belongs to.
    if (!this.#isInvalidated) this.#head = Math.max(this.#head, seq);
  }

  /** This copy cannot be brought up to date by events; from here on only a snapshot counts. */
  invalidate(): void {
    this.#isInvalidated = true;
    this.#held.clear();
    this.#head = 0;
  }

  /**
   * `board` must have been requested after the last `invalidate`. A snapshot older than this copy changes nothing, unless
   * this copy is invalidated. Returns the held events that were applied on top.
   */
  loadSnapshot(board: Board): EventFrame[] {
    const current = this.#board;
    const isSame = current?.epoch === board.epoch;
    const isOlder = isSame && board.seq < current.seq && !this.#isInvalidated;
    if (current && !isSame && !this.#isInvalidated) this.invalidate();
    this.#isInvalidated = false;
    if (!isOlder) this.#board = board;
    this.advanceHead(board.seq);
    return this.#applyHeld();
  }

  setPresence(presence: PresenceEntry[]): void {
    if (this.#board) this.#board = { ...this.#board, presence };
  }

  updatePresence(entry: PresenceEntry): void {
    const others = this.#board?.presence.filter((each) => each.userId !== entry.userId) ?? [];
    this.setPresence([...others, entry]);
  }

  /** Drops the board when the user may no longer see it. */
  clear(): void {
    this.#board = null;
    this.invalidate();
  }

  #applyHeld(): EventFrame[] {
    const applied: EventFrame[] = [];
    if (this.#isInvalidated) return applied;
    const board = this.#board;
    for (const [seq, { epoch }] of this.#held) {
      const isOtherEpoch = epoch !== undefined && epoch !== board?.epoch;
      if (board && (seq <= board.seq || isOtherEpoch)) this.#held.delete(seq);
    }
    for (;;) {
      const next = this.#board ? this.#held.get(this.#board.seq + 1)?.event : undefined;
      if (!this.#board || !next) return applied;
      this.#held.delete(next.seq);
      this.#board = applyEvent(this.#board, next);
      applied.push(next);
    }
  }
}
