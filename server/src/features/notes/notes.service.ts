import { isAuthor, type Viewer } from '@wentwell/contract/author-keys';
import type { BoardState } from '@wentwell/contract/board/board';
import { noteType } from '@wentwell/contract/board/notes';
import { isCarriedOver } from '@wentwell/contract/carry-over';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import type { ListQuery } from '@wentwell/contract/lists';
import type { LoggedNote, Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import {
  findAnyNotes,
  findNote,
  findOnBoard,
  isWrittenBy,
  type NoteAt,
  requireNote,
} from '#server/board/note-rows';
import { seenRecord } from '#server/board/seen-record';
import {
  type BoardCommand,
  type BoardStore,
  nothing,
  type Prepared,
  type Preparing,
} from '#server/board/store';
import { readDeletedNote } from '#server/board/trash';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { inTeamsOf } from '#server/features/teams/team-access';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type ListPage, totalOf } from '#server/platform/http/list-answer';
import type { Answer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { noteIdOf, type NoteRow, notes, toLoggedNote, toNote } from './notes.table.ts';

// Commands about notes, and what each of them answers.

function onBoard(meetingId: MeetingId) {
  return and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt));
}

function noteLists(db: Database) {
  return {
    async list(caller: Caller, meetingId: MeetingId, query: ListQuery): Promise<ListPage<Note>> {
      await accessMeeting(db, caller, meetingId);
      const rows = await db
        .select()
        .from(notes)
        .where(onBoard(meetingId))
        .orderBy(asc(notes.position))
        .offset(query.skip)
        .limit(query.limit);
      return {
        rows: rows.map((row) => toNote(row, caller)),
        total: await totalOf(query, rows, () => db.$count(notes, onBoard(meetingId))),
      };
    },

    /** The caller's notes by name, newest first, on boards that they can still see. */
    async mine(caller: Caller, query: ListQuery): Promise<ListPage<Note>> {
      const boards = db
        .select({ id: meetings.id })
        .from(meetings)
        .where(and(isNull(meetings.deletedAt), inTeamsOf(db, caller, meetings.teamId)));
      const seen = and(
        eq(notes.authorId, caller.userId),
        isNull(notes.deletedAt),
        // Not as a join: PostgreSQL would read all notes of the boards in place of the author's newest.
        sql`coalesce(${inArray(notes.meetingId, boards)}, false)`,
      );
      const rows = await db
        .select()
        .from(notes)
        .where(seen)
        .orderBy(desc(notes.createdAt), desc(notes.id))
        .offset(query.skip)
        .limit(query.limit);
      return {
        rows: rows.map((note) => toNote(note, caller)),
        total: await totalOf(query, rows, () => db.$count(notes, seen)),
      };
    },
  };
}

function shownNote(board: BoardState, id: NoteId, caller: Viewer): Note | undefined {
  return seenRecord(board, { type: noteType, id }, caller);
}

function noteAnswer(note: Note | undefined, status = 200): Answer<Note> {
  if (!note) throw new ApiError('NOT_FOUND');
  return { status, body: note, version: note.version };
}

function aboutNote(command: Command, id: NoteId): Pick<BoardCommand<Note>, 'current' | 'answer'> {
  return {
    current: (board) => shownNote(board, id, command),
    answer: ({ board }) => noteAnswer(shownNote(board, id, command)),
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

function noteCommands(store: BoardStore) {
  return {
    /** Adds a note; the same id by the same author again gives the stored one (200) and adds nothing. */
    create(command: Command, meetingId: MeetingId, input: NoteInput): Promise<Answer<Note>> {
      const id = input.id ?? newTimelessId(NoteId);
      return store.change(command, meetingId, {
        name: 'note.add',
        noteIds: [id],
        input: (at) => withFreeId(at, { command, meetingId }, { ...input, id }),
        answer({ board, change, input: { id: addedId } }) {
          const note = shownNote(board, NoteId.parse(addedId), command);
          return { ...noteAnswer(note, change ? 201 : 200), kept: { id: addedId } };
        },
      });
    },

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
        current: (board) => shownNote(board, id, command),
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

export function notesService({ db, store }: { db: Database; store: BoardStore }) {
  return {
    ...noteLists(db),
    ...noteCommands(store),

    async get(caller: Caller, at: NoteAt): Promise<Answer<Note>> {
      await accessMeeting(db, caller, at.meetingId);
      return noteAnswer(toNote(await requireNote(db, at), caller));
    },

    /** The note that the live channel shows when it is asked to look at it again; null where there is none. */
    async stored(at: NoteAt): Promise<LoggedNote | null> {
      const row = await findNote(db, at);
      return row ? toLoggedNote(row) : null;
    },

    /** Brings a deleted note back, whoever deleted it. The caller holds the lock of its board. */
    async restore(tx: Tx, caller: Caller, rowId: NoteRow['id']): Promise<void> {
      const [row] = await tx.select().from(notes).where(eq(notes.id, rowId));
      if (!row) throw new ApiError('NOT_FOUND');
      const id = noteIdOf(row);
      await store.changeLocked(tx, row.meetingId, {
        name: 'note.recover',
        input: { id },
        actorId: caller.userId,
        context: { trash: await readDeletedNote(tx, row, caller) },
        rowIds: new Map([[id, row.id]]),
      });
    },
  };
}
export type NotesService = ReturnType<typeof notesService>;
