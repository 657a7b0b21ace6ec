import type { Note } from '@wentwell/contract/notes';
import { memo, type ReactNode } from 'react';

import { BoardNote, type BoardNoteProps } from './BoardNote.tsx';

interface NoteListProps {
  notes: readonly Note[];
  /** What the board draws a note with: the same function until something of every card has changed. */
  cardOf: (note: Note) => BoardNoteProps;
}

/** The notes of one column. A change in another column does not concern it: beside hundreds of notes that is felt. */
export const NoteList = memo(function NoteList({ notes, cardOf }: NoteListProps): ReactNode {
  return (
    <ul className="note-list">
      {notes.map((note) => (
        <li key={note.id} id={`note-${note.id}`} className="note-slot">
          <BoardNote {...cardOf(note)} />
        </li>
      ))}
    </ul>
  );
}, isSame);

function isSame(before: NoteListProps, after: NoteListProps): boolean {
  return (
    before.cardOf === after.cardOf &&
    before.notes.length === after.notes.length &&
    before.notes.every((note, at) => note === after.notes[at])
  );
}
