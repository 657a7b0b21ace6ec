import { noteEditedBy } from '@wentwell/contract/board-features';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';

import type { Clock } from './clock.ts';

/** Who is editing which note. A mark expires after 5 s without another, or when the note changes. */
export type EditingMarks = ReadonlyMap<NoteId, UserId>;

/** Less than the mark's lifetime, so that it does not flicker for the other participants. */
const announceEveryMs = 2000;

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
    if (this.#lastSent?.noteId === noteId && now - this.#lastSent.sentAt < announceEveryMs) return;
    this.#lastSent = { noteId, sentAt: now };
    this.#announce(noteId);
  }
}

export class EditingNotes {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #cancels = new Map<NoteId, () => void>();
  #marks: EditingMarks = new Map();

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get marks(): EditingMarks {
    return this.#marks;
  }

  mark(noteId: NoteId, userId: UserId): void {
    this.#cancels.get(noteId)?.();
    const cancel = this.#clock.setTimer(liveLimits.noteEditingMaxAge, () => this.#unmark(noteId));
    this.#cancels.set(noteId, cancel);
    if (this.#marks.get(noteId) === userId) return;
    this.#marks = new Map(this.#marks).set(noteId, userId);
    this.#onChange();
  }

  onEvent(event: EventFrame): void {
    const noteId = noteEditedBy(event);
    if (noteId !== null) this.#unmark(noteId);
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
    this.#onChange();
  }
}
