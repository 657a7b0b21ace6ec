// The events that a board gets of its notes, in full.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { movedData, noteData } from '@wentwell/contract/note-events';

import type { BoardChange } from '#server/live/event-log';

import { noteIdOf, type NoteRow, toLoggedNote } from './notes.table.ts';

function moved(row: NoteRow): BoardEvent {
  return { type: 'note_moved', data: movedData(toLoggedNote(row)) };
}

export function noteUpdated(row: NoteRow): Extract<BoardEvent, { type: 'note_updated' }> {
  return { type: 'note_updated', data: noteData(toLoggedNote(row)) };
}

export function noteCreated(row: NoteRow): BoardChange {
  return { event: { type: 'note_created', data: noteData(toLoggedNote(row)) } };
}

/** One event for each property that changed. */
export function noteChanged(before: NoteRow, after: NoteRow): BoardChange[] {
  return [
    ...(before.noteType === after.noteType ? [] : [{ event: moved(after) }]),
    ...(before.content === after.content ? [] : [{ event: noteUpdated(after) }]),
  ];
}

export function noteDeleted(row: NoteRow): BoardChange {
  return { event: { type: 'note_deleted', data: { note_id: noteIdOf(row) } } };
}

/** The reveal: one event carries all texts (docs/retro.md R-23). */
export function notesRevealed(rows: readonly NoteRow[]): BoardChange {
  const data = { notes: rows.map(toLoggedNote) };
  return { event: { type: 'notes_revealed', data } };
}
