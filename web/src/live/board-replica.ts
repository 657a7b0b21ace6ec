// A copy of a board that is folded from its events, each once and in order, whatever order they come in.
import { applyEvent, type Board } from '@wentwell/contract/board';
import type { EventFrame, PresenceEntry } from '@wentwell/contract/live';

/** How many events may wait for the one before them; what is beyond is asked for again anyway. */
const mostHeld = 256;

export class BoardReplica {
  #board: Board | null = null;
  readonly #held = new Map<number, { event: EventFrame; epoch: string | undefined }>();
  // The highest seq that anybody has spoken of.
  #head = 0;
  // What comes now belongs to a history that this copy does not have: it waits for the snapshot.
  #isInvalidated = false;

  get board(): Board | null {
    return this.#board;
  }

  /** Only a snapshot helps. */
  get isInvalidated(): boolean {
    return this.#isInvalidated;
  }

  /** Something is known to have happened that this copy does not have yet. */
  get isBehind(): boolean {
    return this.#board !== null && (this.#head > this.#board.seq || this.#held.size > 0);
  }

  /**
   * Takes an event, and which history it is of where that is known: the next one is applied, an old one or one of
   * another history ignored, a later one held. Gives what was applied.
   */
  take(event: EventFrame, epoch = this.#board?.epoch): EventFrame[] {
    const isOtherEpoch = this.#board !== null && this.#board.epoch !== epoch;
    if (isOtherEpoch && !this.#isInvalidated) return [];
    const seq = this.#isInvalidated ? 0 : (this.#board?.seq ?? 0);
    if (event.seq <= seq) return [];
    this.heard(event.seq);
    if (this.#held.size < mostHeld || event.seq === seq + 1) {
      this.#held.set(event.seq, { event, epoch });
    }
    return this.#applyHeld();
  }

  /** Takes a seq that the board is said to have reached. */
  heard(seq: number): void {
    // While in doubt, nobody knows of which history it is.
    if (!this.#isInvalidated) this.#head = Math.max(this.#head, seq);
  }

  /** The server says that this copy cannot be brought up to date: from here on only a snapshot counts. */
  invalidate(): void {
    this.#isInvalidated = true;
    this.#held.clear();
    this.#head = 0;
  }

  /**
   * Takes a snapshot that was asked for after the last `invalidate`. An older one of the same history changes nothing,
   * unless this copy is the one in doubt. Gives the held events applied on it.
   */
  replace(board: Board): EventFrame[] {
    const current = this.#board;
    const isSame = current?.epoch === board.epoch;
    const isOlder = isSame && board.seq < current.seq && !this.#isInvalidated;
    if (current && !isSame && !this.#isInvalidated) this.invalidate();
    this.#isInvalidated = false;
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
