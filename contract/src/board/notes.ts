// Notes as records. Everybody sees that a face-down note is there, and in which column; only its author sees the text.
import { z } from 'zod';

import { LoggedNote, type Note } from '../notes.ts';
import { authoredViews } from './authors.ts';
import type { BoardState } from './board.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const NoteRecord = LoggedNote.extend({ type: z.literal('note') });
export type NoteRecord = z.infer<typeof NoteRecord>;
export const noteType = defineRecordType<NoteRecord>({
  type: 'note',
  schema: NoteRecord,
  views: (note) => authoredViews(note, note.hidden ? (each) => ({ ...each, content: '' }) : null),
  hasUserText: true,
  isRestorable: true,
});

/** Oldest first, unless a move was taken back. */
export function sortByPosition(notes: readonly NoteRecord[]): NoteRecord[] {
  return notes.toSorted((a, b) => a.position - b.position);
}

export function presentNotes(board: BoardState): Note[] {
  return sortByPosition(board.all(noteType)).map(fieldsOf);
}
