// The optimistic updates of the note commands.
import type { Board } from '@wentwell/contract/board';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { upsertNotes } from '@wentwell/contract/note-events';
import type { Note } from '@wentwell/contract/notes';
import { regroup } from '@wentwell/contract/regroup';

import type { BoardUpdate } from '#web/live/command';

/** Adds the note, or replaces the one with its id unless that is newer. */
export function withNote(note: Note): BoardUpdate {
  return (board) => {
    const current = board.notes.find((each) => each.id === note.id);
    if (current && current.version > note.version) return board;
    return { ...board, notes: upsertNotes(board.notes, [note]) };
  };
}

/**
 * Leaves the board as it is where the note is gone. A moved note leaves its group (docs/retro.md R-92) and goes to the
 * end of its column, or to the place that it had.
 */
export function withChange(
  noteId: NoteId,
  change: Partial<Pick<Note, 'content' | 'note_type' | 'position'>>,
): BoardUpdate {
  return (board) => {
    const note = board.notes.find((each) => each.id === noteId);
    if (!note) return board;
    const moves = change.note_type !== undefined && change.note_type !== note.note_type;
    const position = moves ? (change.position ?? lastPosition(board) + 1) : note.position;
    const parted = moves ? { ...board, ...regroup(board, [noteId], null) } : board;
    const group_id = moves ? null : note.group_id;
    return withNote({ ...note, ...change, position, group_id })(parted);
  };
}

export function withoutNote(noteId: NoteId): BoardUpdate {
  return (board) => {
    const notes = board.notes.filter((note) => note.id !== noteId);
    return { ...board, ...regroup({ ...board, notes }, [], null) };
  };
}

/** Whether the board includes this version of the note or a later one. */
export function hasNote(note: Pick<Note, 'id' | 'version'>): (board: Board) => boolean {
  return (board) => board.notes.some((each) => each.id === note.id && each.version >= note.version);
}

export function lacksNote(noteId: NoteId): (board: Board) => boolean {
  return (board) => !board.notes.some((note) => note.id === noteId);
}

/** New and moved notes go after this; positions count over all columns of the board. */
export function lastPosition(board: Board): number {
  return Math.max(0, ...board.notes.map((note) => note.position));
}

/** Whose a text is on a board, before the server has answered. */
export function authorOf({ meeting }: Pick<Board, 'meeting'>, userId: UserId) {
  return meeting.settings.anonymous ? { author_id: null, mine: true } : { author_id: userId };
}
