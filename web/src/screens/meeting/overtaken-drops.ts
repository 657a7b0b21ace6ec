// Of two people who drop the same note at once the later one holds (docs/retro.md R-95), and the other is told.
import type { NoteId, UserId } from '@wentwell/contract/ids';
import type { EventFrame } from '@wentwell/contract/live';
import type { Note } from '@wentwell/contract/notes';

/** Whoever still looks at what they have dropped wonders where it goes. Later it is a change like any other. */
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

  /** Returns the notes that somebody else has just put elsewhere than this person had. */
  onEvent(event: EventFrame, now: number): Overtaken[] {
    const overtaken: Overtaken[] = [];
    for (const note of placedNotes(event)) {
      const { group_id, note_type } = note;
      const own = this.#own.get(note.id);
      this.#own.delete(note.id);
      if (event.userId === this.#me) this.#own.set(note.id, { group_id, note_type, at: now });
      else if (own && event.userId && now - own.at < overtakesWithinMs) {
        const isElsewhere = own.group_id !== group_id || own.note_type !== note_type;
        if (isElsewhere) overtaken.push({ note, by: event.userId });
      }
    }
    return overtaken;
  }
}

/** Notes that stand alone because their group is gone have been put nowhere. */
function placedNotes(event: EventFrame): readonly Note[] {
  if (event.type === 'group_changed') return 'group' in event.data ? event.data.notes : [];
  return event.type === 'note_moved' ? [event.data.note] : [];
}
