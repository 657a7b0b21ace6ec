// How one's own changes look on a board before the server has answered. Pure.
import type { Board } from '@wentwell/contract/board';
import type { NoteId } from '@wentwell/contract/ids';
import { applyNoteEvent, type Note } from '@wentwell/contract/notes';

import type { ChangeBoard } from '#web/live/command-queue';

/** Takes a whole note; gives the board with it in place of the one with its id, or added. */
export function withNote(note: Note): ChangeBoard {
  return (board) => {
    const current = board.notes.find((each) => each.id === note.id);
    // Somebody may have changed it since: what is newer stays.
    if (current && current.version > note.version) return board;
    const data = { note_id: note.id, note_type: 'action', content: note.content, note } as const;
    return { ...board, notes: applyNoteEvent(board.notes, { type: 'note_updated', data }) };
  };
}

/** Takes what changes of a note that may be gone by then. A moved note goes to the end of its column. */
export function withChange(
  noteId: NoteId,
  change: Partial<Pick<Note, 'content' | 'note_type'>>,
): ChangeBoard {
  return (board) => {
    const note = board.notes.find((each) => each.id === noteId);
    if (!note) return board;
    const moves = change.note_type !== undefined && change.note_type !== note.note_type;
    const position = moves ? lastPosition(board) + 1 : note.position;
    return withNote({ ...note, ...change, position })(board);
  };
}

export function withoutNote(noteId: NoteId): ChangeBoard {
  return (board) => ({ ...board, notes: board.notes.filter((note) => note.id !== noteId) });
}

/** Whether the board has caught up with a note that the server answered with. */
export function hasNote(note: Pick<Note, 'id' | 'version'>): (board: Board) => boolean {
  return (board) => board.notes.some((each) => each.id === note.id && each.version >= note.version);
}

export function lacksNote(noteId: NoteId): (board: Board) => boolean {
  return (board) => !board.notes.some((note) => note.id === noteId);
}

/** Every placing goes to the end of the board (contract notes.ts, `position`). */
export function lastPosition(board: Board): number {
  return Math.max(0, ...board.notes.map((note) => note.position));
}
