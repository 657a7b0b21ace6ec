import type { Note } from '@wentwell/contract/notes';
import { type FocusEvent, memo, type ReactNode, useState } from 'react';

import { BoardNote, type BoardNoteProps } from './BoardNote.tsx';
import { slotId } from './use-board-keys.ts';

interface NoteListProps {
  notes: readonly Note[];
  /** What the board draws a note with: the same function until something of every card has changed. */
  cardOf: (note: Note) => BoardNoteProps;
}

/** The notes of one column. A change in another column does not concern it: beside hundreds of notes that is felt. */
export const NoteList = memo(function NoteList({ notes, cardOf }: NoteListProps): ReactNode {
  // The card that had the focus last is the column's tab stop (docs/design.md D-33).
  const [visited, setVisited] = useState<Note['id'] | null>(null);
  const cards = notes.map(cardOf);
  const stops = cards.filter(takesFocus).map(({ note }) => note.id);
  const stop = visited !== null && stops.includes(visited) ? visited : stops[0];

  function handleFocus({ target }: FocusEvent): void {
    const slot = target.closest('.note-slot')?.id;
    const focused = notes.find(({ id }) => slotId(id) === slot);
    if (focused) setVisited(focused.id);
  }

  return (
    <ul className="note-list" onFocus={handleFocus}>
      {cards.map((card) => (
        <li key={card.note.id} id={slotId(card.note.id)} className="note-slot">
          <BoardNote {...card} isTabStop={card.note.id === stop} />
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

function takesFocus({ note, isMine }: BoardNoteProps): boolean {
  return !note.hidden || isMine;
}
