// Marks of who is editing or dragging a note right now.
import type { NoteId, UserId } from '@wentwell/contract/ids';

import type { ShownChange } from '#web/board/shown-change';

import type { Clock } from './clock.ts';

/** The user by note; null in anonymous meetings. */
export type NoteMarks = ReadonlyMap<NoteId, UserId | null>;

interface Rules<Args extends unknown[]> {
  /** Lifetime of a mark in ms. */
  maxAge: number;
  /** In ms, the minimum time between equal and between different announcements. */
  repeatMs: number;
  changeMs: number;
  /** Notes whose mark ends with a change. */
  endedBy: (change: ShownChange) => readonly NoteId[];
  onChange: () => void;
  send: (...args: Args) => void;
}

/** One kind of marks: others' marks as they arrive, and this user's own announcements. */
export class MarkedNotes<Args extends [noteId: NoteId, ...rest: unknown[]]> {
  readonly #clock: Clock;
  readonly #rules: Rules<Args>;
  readonly #cancels = new Map<NoteId, () => void>();
  #marks: NoteMarks = new Map();
  #last: { args: Args; sentAt: number } | null = null;

  constructor(clock: Clock, rules: Rules<Args>) {
    this.#clock = clock;
    this.#rules = rules;
  }

  get marks(): NoteMarks {
    return this.#marks;
  }

  /** Throttled. */
  readonly announce = (...args: Args): void => {
    const { repeatMs, changeMs, send } = this.#rules;
    const sentAt = this.#clock.now();
    const last = this.#last;
    const isSame = last !== null && args.every((each, at) => each === last.args[at]);
    if (last && sentAt - last.sentAt < (isSame ? repeatMs : changeMs)) return;
    this.#last = { args, sentAt };
    send(...args);
  };

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
