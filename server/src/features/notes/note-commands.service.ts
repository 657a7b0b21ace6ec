// Commands about notes, and what each of them answers.
import { isAuthor, type Viewer } from '@wentwell/contract/author-keys';
import type { BoardState } from '@wentwell/contract/board/board';
import { noteType } from '@wentwell/contract/board/notes';
import { isCarriedOver } from '@wentwell/contract/carry-over';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import type { Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes';

import { findAnyNotes, findOnBoard, isWrittenBy, type NoteAt } from '#server/board/note-rows';
import { seenRecord } from '#server/board/seen-record';
import {
  type BoardCommand,
  type BoardStore,
  nothing,
  type Prepared,
  type Preparing,
} from '#server/board/store';
import { readDeletedNote } from '#server/board/trash';
import { ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { noteIdOf } from './notes.table.ts';

function findNote(board: BoardState, id: NoteId, caller: Viewer): Note | undefined {
  return seenRecord(board, { type: noteType, id }, caller);
}

function noteAnswer(note: Note | undefined, status = 200): Answer<Note> {
  if (!note) throw new ApiError('NOT_FOUND');
  return { status, body: note, version: note.version };
}

function aboutNote(command: Command, id: NoteId): Pick<BoardCommand<Note>, 'current' | 'answer'> {
  return {
    current: (board) => findNote(board, id, command),
    answer: ({ board }) => noteAnswer(findNote(board, id, command)),
  };
}

/**
 * A client may choose the id of a note, and must not learn what other boards hold: an id that is taken elsewhere is
 * answered like a free one, after as many statements. That of somebody else's note on this board is replaced.
 */
function withFreeId(
  { board, noteRows }: Preparing,
  { command, meetingId }: { command: Command; meetingId: MeetingId },
  input: NoteInput & { id: NoteId },
): Prepared {
  const { id } = input;
  const another = { input: { ...input, id: newTimelessId(NoteId) } };
  const living = board.get(noteType, id);
  if (living) return isAuthor(living, command) ? { input } : another;
  const deleted = findOnBoard(noteRows, { meetingId, noteId: id });
  if (!deleted) {
    const isTaken = isCarriedOver(id) || noteRows.some((row) => row.id === id);
    return { input, ...(isTaken && { rowIds: new Map([[id, newTimelessId(NoteId)]]) }) };
  }
  if (isWrittenBy(deleted, command)) throw new ApiError('ID_TAKEN');
  return another;
}

export function noteCommands(store: BoardStore) {
  return {
    /** Adds a note; the same id by the same author again gives the stored one (200) and adds nothing. */
    create(command: Command, meetingId: MeetingId, input: NoteInput): Promise<Answer<Note>> {
      const id = input.id ?? newTimelessId(NoteId);
      return store.change(command, meetingId, {
        name: 'note.add',
        noteIds: [id],
        input: (at) => withFreeId(at, { command, meetingId }, { ...input, id }),
        answer({ board, change, input: { id: addedId } }) {
          const note = findNote(board, NoteId.parse(addedId), command);
          return { ...noteAnswer(note, change ? 201 : 200), kept: { id: addedId } };
        },
      });
    },

    /** New text, another column, or both. */
    update(
      command: Command,
      { meetingId, noteId: id }: NoteAt,
      input: NoteUpdate,
    ): Promise<Answer<Note>> {
      return store.change(command, meetingId, {
        ...aboutNote(command, id),
        name: 'note.update',
        input: { ...input, id },
      });
    },

    remove(command: Command, { meetingId, noteId: id }: NoteAt): Promise<Answer<null>> {
      return store.change(command, meetingId, {
        ...nothing,
        name: 'note.remove',
        input: { id },
        current: (board) => findNote(board, id, command),
      });
    },

    /** For whoever deleted the note; to anybody else a deleted note does not exist (docs/api.md A-94). */
    undelete(command: Command, { meetingId, noteId: id }: NoteAt): Promise<Answer<Note>> {
      return store.change(command, meetingId, {
        ...aboutNote(command, id),
        name: 'note.restore',
        input: { id },
        async reads(tx, { board }) {
          if (board.get(noteType, id)) return null;
          const row = findOnBoard(await findAnyNotes(tx, [id]), { meetingId, noteId: id });
          if (!row) return null;
          const rowIds = new Map([[noteIdOf(row), row.id]]);
          return {
            input: { id },
            context: { trash: await readDeletedNote(tx, row, command) },
            rowIds,
          };
        },
      });
    },
  };
}
