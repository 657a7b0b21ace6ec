import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';

import type { Clock } from './clock.ts';

/** Who is editing which note; a mark goes after 5 s without another, or when the note changes. */
export type EditingMarks = ReadonlyMap<NoteId, UserId>;

/** One sign this often keeps the mark at the others. */
const announceEvery = 2000;

/** Turns keystrokes into signs for the others, few enough for everybody's connection. */
export class EditingAnnouncer {
  readonly #clock: Clock;
  readonly #announce: (noteId: NoteId) => void;
  #last: { noteId: NoteId; at: number } | null = null;

  constructor(clock: Clock, announce: (noteId: NoteId) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  typed(noteId: NoteId): void {
    const at = this.#clock.now();
    if (this.#last?.noteId === noteId && at - this.#last.at < announceEvery) return;
    this.#last = { noteId, at };
    this.#announce(noteId);
  }
}

export class EditingNotes {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #cancels = new Map<NoteId, () => void>();
  #marks: EditingMarks = new Map();

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get marks(): EditingMarks {
    return this.#marks;
  }

  mark(noteId: NoteId, userId: UserId): void {
    this.#cancels.get(noteId)?.();
    const cancel = this.#clock.after(liveLimits.noteEditingMaxAge, () => this.#unmark(noteId));
    this.#cancels.set(noteId, cancel);
    if (this.#marks.get(noteId) === userId) return;
    this.#marks = new Map(this.#marks).set(noteId, userId);
    this.#changed();
  }

  /** Takes what happened to the board: who has just changed a note has done with it. */
  follow(event: EventFrame): void {
    if ('note_id' in event.data) this.#unmark(event.data.note_id);
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
    this.#changed();
  }
}
