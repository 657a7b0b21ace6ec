// Marks of who is editing or dragging a note right now.
import type { NoteId, UserId } from '@wentwell/contract/ids';

import type { ShownChange } from '#web/board/shown-change';

import type { Clock } from './clock.ts';

/** The user by note; null in anonymous meetings. */
export type NoteMarks = ReadonlyMap<NoteId, UserId | null>;

/** In ms. Shorter than the mark's lifetime, so that it does not flicker for others. */
export const editingEvery = { same: 2000, other: 0 };
/** In ms. The server drops more frequent messages (docs/live-protocol.md S-30). */
export const draggingEvery = { same: 1000, other: 100 };

/** Throttles announcements. `same`: how often one is repeated. */
export class Announcer<Said extends readonly unknown[]> {
  readonly #clock: Clock;
  readonly #every: { same: number; other: number };
  readonly #announce: (...said: Said) => void;
  #last: { said: Said; sentAt: number } | null = null;

  constructor(
    clock: Clock,
    every: { same: number; other: number },
    announce: (...said: Said) => void,
  ) {
    this.#clock = clock;
    this.#every = every;
    this.#announce = announce;
  }

  say(...said: Said): void {
    const sentAt = this.#clock.now();
    const last = this.#last;
    if (last) {
      const isSame = said.every((each, at) => each === last.said[at]);
      if (sentAt - last.sentAt < this.#every[isSame ? 'same' : 'other']) return;
    }
    this.#last = { said, sentAt };
    this.#announce(...said);
  }
}

export interface MarkRules {
  /** Lifetime of a mark in ms. */
  maxAge: number;
  /** Notes whose mark ends with a change. */
  endedBy: (change: ShownChange) => readonly NoteId[];
  onChange: () => void;
}

export class MarkedNotes {
  readonly #clock: Clock;
  readonly #rules: MarkRules;
  readonly #cancels = new Map<NoteId, () => void>();
  #marks: NoteMarks = new Map();

  constructor(clock: Clock, rules: MarkRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  get marks(): NoteMarks {
    return this.#marks;
  }

  mark(noteId: NoteId, userId: UserId | null): void {
    this.#cancels.get(noteId)?.();
    const cancel = this.#clock.setTimer(this.#rules.maxAge, () => this.#unmark(noteId));
    this.#cancels.set(noteId, cancel);
    if (this.#marks.get(noteId) === userId) return;
    this.#marks = new Map(this.#marks).set(noteId, userId);
    this.#rules.onChange();
  }

  onChange(change: ShownChange): void {
    for (const noteId of this.#rules.endedBy(change)) this.#unmark(noteId);
  }

  clear(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
    this.#marks = new Map();
  }

  #unmark(noteId: NoteId): void {
    this.#cancels.get(noteId)?.();
    this.#cancels.delete(noteId);
    if (!this.#marks.has(noteId)) return;
    const marks = new Map(this.#marks);
    marks.delete(noteId);
    this.#marks = marks;
    this.#rules.onChange();
  }
}
