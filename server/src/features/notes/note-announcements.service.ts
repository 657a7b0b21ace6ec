// The events that a board gets of its notes, in full.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { noteData } from '@wentwell/contract/note-events';

import { type NoteRow, toLoggedNote } from './notes.table.ts';

export function noteUpdated(row: NoteRow): Extract<BoardEvent, { type: 'note_updated' }> {
  return { type: 'note_updated', data: noteData(toLoggedNote(row)) };
}
