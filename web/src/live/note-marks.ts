// Marks of who is editing or dragging a note right now.
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { DragTarget } from '@wentwell/contract/live';

import type { ShownChange } from '#web/board/shown-change';

import type { Clock } from './clock.ts';

/** The user by note; null in anonymous meetings. */
export type NoteMarks = ReadonlyMap<NoteId, UserId | null>;

/** Shorter than the mark's lifetime, so that it does not flicker for others. */
const announceEditingEveryMs = 2000;
const announceDraggingEveryMs = 1000;
/** The server drops more frequent messages (docs/live-protocol.md S-30). */
const announceTargetEveryMs = 100;

/** Throttles keystrokes into announcements. */
export class EditingAnnouncer {
  readonly #clock: Clock;
  readonly #announce: (noteId: NoteId) => void;
  #lastSent: { noteId: NoteId; sentAt: number } | null = null;

  constructor(clock: Clock, announce: (noteId: NoteId) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  onKeystroke(noteId: NoteId): void {
    const now = this.#clock.now();
    if (this.#lastSent?.noteId === noteId && now - this.#lastSent.sentAt < announceEditingEveryMs) {
      return;
    }
    this.#lastSent = { noteId, sentAt: now };
    this.#announce(noteId);
  }
}

/** Throttles drag moves into announcements: a new target immediately, otherwise once a second. */
export class DraggingAnnouncer {
  readonly #clock: Clock;
  readonly #announce: (noteId: NoteId, over: DragTarget) => void;
  #lastSent: { noteId: NoteId; over: DragTarget; sentAt: number } | null = null;

  constructor(clock: Clock, announce: (noteId: NoteId, over: DragTarget) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  onMove(noteId: NoteId, over: DragTarget): void {
    const now = this.#clock.now();
    const last = this.#lastSent;
    const isSame = last?.noteId === noteId && last.over === over;
    const everyMs = isSame ? announceDraggingEveryMs : announceTargetEveryMs;
    if (last && now - last.sentAt < everyMs) return;
    this.#lastSent = { noteId, over, sentAt: now };
    this.#announce(noteId, over);
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
