// What a board is told of its notes: each event once for everybody and, while a note is face down, in full for its author.
import type { ColumnId } from '@wentwell/contract/columns';
import { type Note, type NoteEvent, toLiveNoteType } from '@wentwell/contract/notes';

import type { BoardChange } from '#server/live/event-log';

import { noteIdOf, type NoteRow, toNote } from './notes.table.ts';

/** Masked for everybody; for a hidden note also in full, for its author. */
function announce(row: NoteRow, eventFor: (note: Note) => NoteEvent): BoardChange {
  const event = eventFor(toNote(row, null));
  if (!row.hidden) return { event };
  return { event, inFullFor: { userId: row.authorId, event: eventFor(toNote(row, row.authorId)) } };
}

function written(type: 'note_created' | 'note_updated') {
  return (note: Note): NoteEvent => ({
    type,
    data: {
      note_id: note.id,
      note_type: toLiveNoteType(note.note_type),
      content: note.content,
      note,
    },
  });
}

function moved(from: ColumnId) {
  return (note: Note): NoteEvent => ({
    type: 'note_moved',
    data: {
      note_id: note.id,
      note_type: toLiveNoteType(from),
      newType: toLiveNoteType(note.note_type),
      note,
    },
  });
}

export function noteCreated(row: NoteRow): BoardChange {
  return announce(row, written('note_created'));
}

/** One event for each property that changed. */
export function noteChanged(before: NoteRow, after: NoteRow): BoardChange[] {
  return [
    ...(before.noteType === after.noteType ? [] : [announce(after, moved(before.noteType))]),
    ...(before.content === after.content ? [] : [announce(after, written('note_updated'))]),
  ];
}

/** A note as it is now, for those who are asked to look at it again. */
export function noteAsStored(row: NoteRow): BoardChange {
  return announce(row, written('note_updated'));
}

export function noteDeleted(row: NoteRow): BoardChange {
  return { event: { type: 'note_deleted', data: { note_id: noteIdOf(row) } } };
}

/** The reveal: one event carries all texts (docs/retro.md R-23). */
export function notesRevealed(rows: readonly NoteRow[]): BoardChange {
  const data = { notes: rows.map((row) => toNote(row, null)) };
  return { event: { type: 'notes_revealed', data } };
}
