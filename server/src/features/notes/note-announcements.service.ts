// The events that a board gets of its notes, in full.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { noteData } from '@wentwell/contract/note-events';

import type { BoardChange } from '#server/live/event-log';

import { type NoteRow, toLoggedNote } from './notes.table.ts';

export function noteUpdated(row: NoteRow): Extract<BoardEvent, { type: 'note_updated' }> {
  return { type: 'note_updated', data: noteData(toLoggedNote(row)) };
}

/** The reveal: one event carries all texts (docs/retro.md R-23). */
export function notesRevealed(rows: readonly NoteRow[]): BoardChange {
  const data = { notes: rows.map(toLoggedNote) };
  return { event: { type: 'notes_revealed', data } };
}
