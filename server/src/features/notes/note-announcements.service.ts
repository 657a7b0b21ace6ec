// The events that a board gets of its notes, in full.
import type { BoardEvent } from '@wentwell/contract/board-features';
import type { ColumnId } from '@wentwell/contract/columns';
import { noteData } from '@wentwell/contract/note-events';
import { type Note, toLiveNoteType } from '@wentwell/contract/notes';

import type { BoardChange } from '#server/live/event-log';

import { noteIdOf, type NoteRow, toNote } from './notes.table.ts';

/** The whole note, for the log; who may see what of it is decided when it is read. */
function inFull(row: NoteRow): Note {
  return toNote(row, row.authorId);
}

function moved(from: ColumnId, row: NoteRow): BoardEvent {
  const note = inFull(row);
  const newType = toLiveNoteType(note.note_type);
  const data = { note_id: note.id, note_type: toLiveNoteType(from), newType, note };
  return { type: 'note_moved', data };
}

export function noteUpdated(row: NoteRow): BoardEvent {
  return { type: 'note_updated', data: noteData(inFull(row)) };
}

export function noteCreated(row: NoteRow): BoardChange {
  return { event: { type: 'note_created', data: noteData(inFull(row)) } };
}

/** One event for each property that changed. */
export function noteChanged(before: NoteRow, after: NoteRow): BoardChange[] {
  return [
    ...(before.noteType === after.noteType ? [] : [{ event: moved(before.noteType, after) }]),
    ...(before.content === after.content ? [] : [{ event: noteUpdated(after) }]),
  ];
}

export function noteDeleted(row: NoteRow): BoardChange {
  return { event: { type: 'note_deleted', data: { note_id: noteIdOf(row) } } };
}

/** The reveal: one event carries all texts (docs/retro.md R-23). */
export function notesRevealed(rows: readonly NoteRow[]): BoardChange {
  const data = { notes: rows.map(inFull) };
  return { event: { type: 'notes_revealed', data } };
}
