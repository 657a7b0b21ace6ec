// Detects concurrent drops of one note. The later drop wins (docs/retro.md R-95), and the other user is notified.
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes/notes';

import { placedNotes, type ShownChange } from '#web/board/shown-change';

/** While the user still looks at the dropped note. Later moves are ordinary changes. */
const overtakesWithinMs = 10_000;

type Place = Pick<Note, 'group_id' | 'note_type'>;

export interface Overtaken {
  note: Note;
  by: UserId;
}

export class OvertakenDrops {
  readonly #me: UserId;
  readonly #own = new Map<NoteId, Place & { at: number }>();

  constructor(me: UserId) {
    this.#me = me;
  }

  /** Returns notes that somebody else has just moved after this user. */
  onChange(change: ShownChange, now: number): Overtaken[] {
    const overtaken: Overtaken[] = [];
    for (const note of placedNotes(change)) {
      const { group_id, note_type } = note;
      const own = this.#own.get(note.id);
      this.#own.delete(note.id);
      if (change.userId === this.#me) this.#own.set(note.id, { group_id, note_type, at: now });
      else if (own && change.userId && now - own.at < overtakesWithinMs) {
        const isElsewhere = own.group_id !== group_id || own.note_type !== note_type;
        if (isElsewhere) overtaken.push({ note, by: change.userId });
      }
    }
    return overtaken;
  }
}
