// Marks of who is editing or dragging a note right now.
import type { NoteId, UserId } from '@wentwell/contract/ids';

import type { ShownChange } from '#web/board/shown-change';

import type { Clock } from './clock.ts';

/** The user by note; null in anonymous meetings. */
export type NoteMarks = ReadonlyMap<NoteId, UserId | null>;

/** Shorter than the mark's lifetime, so that it does not flicker for others. */
export const editingIntervals = { repeatMs: 2000, changeMs: 0 };
/** The server drops more frequent messages (docs/live-protocol.md S-30). */
export const draggingIntervals = { repeatMs: 1000, changeMs: 100 };

/** Throttles announcements: the minimum time between equal and between different ones. */
export class Announcer<Args extends readonly unknown[]> {
  readonly #clock: Clock;
  readonly #intervals: { repeatMs: number; changeMs: number };
  readonly #send: (...args: Args) => void;
  #last: { args: Args; sentAt: number } | null = null;

  constructor(
    clock: Clock,
    intervals: { repeatMs: number; changeMs: number },
    send: (...args: Args) => void,
  ) {
    this.#clock = clock;
    this.#intervals = intervals;
    this.#send = send;
  }

  announce(...args: Args): void {
    const sentAt = this.#clock.now();
    const last = this.#last;
    if (last) {
      const isSame = args.every((each, at) => each === last.args[at]);
      if (sentAt - last.sentAt < this.#intervals[isSame ? 'repeatMs' : 'changeMs']) return;
    }
    this.#last = { args, sentAt };
    this.#send(...args);
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
