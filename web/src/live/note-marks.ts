// Marks of what others are doing with a note at this moment: who is editing it, who is dragging it.
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { DragTarget } from '@wentwell/contract/live';

import type { ShownChange } from '#web/board/shown-change';

import type { Clock } from './clock.ts';

/** By whom; null where the meeting is anonymous. */
export type NoteMarks = ReadonlyMap<NoteId, UserId | null>;

/** Less than the mark's lifetime, so that it does not flicker for the other participants. */
const announceEditingEveryMs = 2000;
const announceDraggingEveryMs = 1000;
/** The server drops what comes more often (docs/live-protocol.md S-30). */
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

/** Throttles the moves of a drag into announcements: of another target at once, else once a second. */
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
  /** A mark expires after so many ms without another. */
  maxAge: number;
  /** The notes whose mark is over with a change. */
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
