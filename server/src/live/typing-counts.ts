// Counts who is typing in each column of a board. Typists are identified by their socket's key, never by name.
import { liveLimits } from '@wentwell/contract/limits';
import type { ColumnId } from '@wentwell/contract/notes/columns';

import type { Clock } from '#server/platform/clock';

type CountsByColumn = Partial<Record<ColumnId, number>>;

export class TypingCounts {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #typists = new Map<string, { columnId: ColumnId; cancelExpiry: () => void }>();
  #cancelAnnouncement: (() => void) | null = null;

  /** `onChange` is called at most once in `typingCountsEvery` ms. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** `columnId` is null if the typist has stopped. */
  mark(typist: string, columnId: ColumnId | null): void {
    const known = this.#typists.get(typist);
    known?.cancelExpiry();
    if (columnId === null) this.#typists.delete(typist);
    else {
      const cancelExpiry = this.#clock.setTimer(liveLimits.typingMaxAge, () =>
        this.mark(typist, null),
      );
      this.#typists.set(typist, { columnId, cancelExpiry });
    }
    if ((known?.columnId ?? null) !== columnId) this.#announce();
  }

  /** Excludes the viewer, who sees only others typing. */
  countsFor(viewer: string): CountsByColumn {
    // A column may be called `constructor` or `__proto__`.
    const counts = new Map<ColumnId, number>();
    for (const [typist, { columnId }] of this.#typists) {
      if (typist !== viewer) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  }

  isTyping(typist: string): boolean {
    return this.#typists.has(typist);
  }

  get isEmpty(): boolean {
    return this.#typists.size === 0;
  }

  close(): void {
    this.#cancelAnnouncement?.();
    for (const { cancelExpiry } of this.#typists.values()) cancelExpiry();
    this.#typists.clear();
  }

  #announce(): void {
    this.#cancelAnnouncement ??= this.#clock.setTimer(liveLimits.typingCountsEvery, () => {
      this.#cancelAnnouncement = null;
      this.#onChange();
    });
  }
}
