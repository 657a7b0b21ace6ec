// A local copy of a board. Applies each change exactly once and in order, whatever order they arrive in.
import { apply } from '@wentwell/contract/board/change';
import type { Board } from '@wentwell/contract/board/snapshot';
import { UserId } from '@wentwell/contract/ids';
import { type PresenceDelta, withShownName } from '@wentwell/contract/live/live';

import { type BoardChange, type BoardSnapshot, createPresenter } from '#web/board/board-snapshot';
import type { ShownChange } from '#web/board/shown-change';

/** How many changes may wait for an earlier one. Further ones are fetched again. */
const maxHeld = 256;

export class BoardReplica {
  #snapshot: BoardSnapshot | null = null;
  readonly #present = createPresenter();
  readonly #held = new Map<number, { change: BoardChange; epoch: string | undefined }>();
  // The highest announced seq.
  #head = 0;
  // Arriving changes belong to another history and are held until the snapshot is loaded.
  #isInvalidated = false;

  get snapshot(): BoardSnapshot | null {
    return this.#snapshot;
  }

  get board(): Board | null {
    return this.#snapshot && this.#present(this.#snapshot);
  }

  get seq(): number {
    return this.#snapshot?.state.seq ?? 0;
  }

  /** Only a snapshot can update this copy. */
  get isInvalidated(): boolean {
    return this.#isInvalidated;
  }

  /** The server has announced changes that this copy lacks. */
  get isBehind(): boolean {
    return this.#snapshot !== null && (this.#head > this.seq || this.#held.size > 0);
  }

  /** Applies the next change, ignores old ones and other epochs, holds later ones. Returns the applied ones. */
  receive(change: BoardChange, epoch: string | undefined): ShownChange[] {
    const isOtherEpoch = this.#snapshot !== null && this.#snapshot.epoch !== epoch;
    if (isOtherEpoch && !this.#isInvalidated) return [];
    if (!this.#isInvalidated && change.seq <= this.seq) return [];
    this.advanceHead(change.seq);
    if (this.#held.size < maxHeld || change.seq === this.seq + 1) {
      this.#held.set(change.seq, { change, epoch });
    }
    return this.#applyHeld();
  }

  advanceHead(seq: number): void {
    // After `invalidate` the seq's history is unknown.
    if (!this.#isInvalidated) this.#head = Math.max(this.#head, seq);
  }

  /** Marks this copy as outdated beyond repair by changes; only a snapshot counts from now on. */
  invalidate(): void {
    this.#isInvalidated = true;
    this.#held.clear();
    this.#head = 0;
  }

  /** The snapshot must be requested after the last `invalidate`. Returns the held changes applied on top. */
  loadSnapshot(snapshot: BoardSnapshot): ShownChange[] {
    const current = this.#snapshot;
    const isSame = current?.epoch === snapshot.epoch;
    const isOlder = isSame && snapshot.state.seq < current.state.seq && !this.#isInvalidated;
    if (current && !isSame && !this.#isInvalidated) this.invalidate();
    this.#isInvalidated = false;
    if (!isOlder) {
      this.#snapshot = { ...snapshot, presence: snapshot.presence.map(withShownName) };
    }
    this.advanceHead(snapshot.state.seq);
    return this.#applyHeld();
  }

  /** `at` is the time of the frame. */
  changePresence({ version, people, left, guests, gone }: PresenceDelta, at: string): void {
    if (!this.#snapshot) return;
    const shown = new Map(gone && this.#snapshot.presence.map((each) => [each.userId, each]));
    for (const userId of gone ?? []) shown.delete(userId);
    for (const [id, userName] of Object.entries(people)) {
      const userId = UserId.parse(id);
      const { [userId]: leftAt } = left;
      const { [userId]: guest } = guests;
      const marks = { isOnline: !leftAt, isGuest: !!guest, isMuted: guest === 'muted' };
      shown.set(userId, { userId, userName, email: '', lastSeen: leftAt ?? at, ...marks });
    }
    const presence = [...shown.values()];
    this.#snapshot = { ...this.#snapshot, presence, presence_version: version };
  }

  /** Drops the board once the user may no longer see it. */
  clear(): void {
    this.#snapshot = null;
    this.invalidate();
  }

  #applyHeld(): ShownChange[] {
    const applied: ShownChange[] = [];
    if (this.#isInvalidated || !this.#snapshot) return applied;
    for (const [seq, { epoch }] of this.#held) {
      if (seq <= this.seq || epoch !== this.#snapshot.epoch) this.#held.delete(seq);
    }
    for (;;) {
      const next = this.#held.get(this.seq + 1)?.change;
      if (!next) return applied;
      this.#held.delete(next.seq);
      const before = this.#snapshot.state;
      const after = apply(before, next.patch, next.seq);
      this.#snapshot = { ...this.#snapshot, state: after };
      applied.push({ ...next, before, after });
    }
  }
}
