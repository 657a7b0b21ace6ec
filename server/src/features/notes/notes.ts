import {
  ChangeByAuthorHeaders,
  CreateByAuthorHeaders,
} from '@wentwell/contract/api/change-headers';
import { ListQuery } from '@wentwell/contract/api/lists';
import type { BoardState } from '@wentwell/contract/board/board';
import { noteType } from '@wentwell/contract/board/notes';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { AuthorHeaders, isAuthor, type Viewer } from '@wentwell/contract/notes/author-keys';
import { type LoggedNote, Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes/notes';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';

import { findAnyNotes, findNote, findOnBoard, type NoteAt } from '#server/board/note-rows';
import {
  noContent,
  type PreparedCommand,
  type PreparationContext,
  type StoreCommand,
  type StoreDeps,
} from '#server/board/store';
import { readDeletedNote } from '#server/board/trash';
import { visibleRecord } from '#server/board/visible-record';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { inTeamsOf } from '#server/features/teams/team-access';
import type { Tx } from '#server/platform/db/database';
import { ApiError, notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { CommandRequest } from '#server/platform/http/command';
import { type ListPage, pageOf } from '#server/platform/http/list-answer';
import type { Answer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { noteIdOf, type NoteRow, notes, toLoggedNote, toNote } from './notes.table.ts';

function shownNote(board: BoardState, id: NoteId, caller: Viewer): Note | undefined {
  return visibleRecord(board, { type: noteType, id }, caller);
}

function noteAnswer(note: Note = notFound(), status = 200): Answer<Note> {
  return { status, body: note, version: note.version };
}

function aboutNote(
  command: CommandRequest,
  id: NoteId,
): Pick<StoreCommand<Note>, 'current' | 'answer'> {
  return {
    current: (board) => shownNote(board, id, command),
    answer: ({ board }) => noteAnswer(shownNote(board, id, command)),
  };
}

/** The input and context of a command that restores the deleted row. */
async function restoring(tx: Tx, row: NoteRow, caller: Caller) {
  const id = noteIdOf(row);
  return {
    input: { id },
    context: { trash: await readDeletedNote(tx, row, caller) },
    rowIds: new Map([[id, row.id]]),
  };
}

/**
 * Clients choose note ids and must not learn about other boards. An id taken on another board is accepted like a free
 * one, with equally many statements. An id of another author's note on this board is replaced.
 */
function withFreeId(
  { board, noteRows }: PreparationContext,
  { command, meetingId }: { command: CommandRequest; meetingId: MeetingId },
  input: NoteInput & { id: NoteId },
): PreparedCommand {
  const { id } = input;
  const another = { input: { ...input, id: newTimelessId(NoteId) } };
  const living = board.get(noteType, id);
  if (living) return isAuthor(living, command) ? { input } : another;
  const deleted = findOnBoard(noteRows, { meetingId, noteId: id });
  if (!deleted) {
    const isTaken = noteRows.some((row) => row.id === id);
    return { input, ...(isTaken && { rowIds: new Map([[id, newTimelessId(NoteId)]]) }) };
  }
  if (isAuthor(toLoggedNote(deleted), command)) throw new ApiError('ID_TAKEN');
  return another;
}

export function notesService({ db, store }: Pick<StoreDeps, 'db' | 'store'>) {
  return {
    /** Idempotent: the same id by the same author returns the stored note with 200. */
    create(command: CommandRequest, meetingId: MeetingId, input: NoteInput): Promise<Answer<Note>> {
      const id = input.id ?? newTimelessId(NoteId);
      return store.change(command, meetingId, {
        name: 'note.add',
        noteIds: [id],
        input: { ...input, id },
        prepare: (at) => withFreeId(at, { command, meetingId }, { ...input, id }),
        answer({ board, change, input: { id: addedId } }) {
          const note = shownNote(board, NoteId.parse(addedId), command);
          return { ...noteAnswer(note, change ? 201 : 200), kept: { id: addedId } };
        },
      });
    },

    /** Reads the note for the live channel. Null if it does not exist. */
    async stored(at: NoteAt): Promise<LoggedNote | null> {
      const row = await findNote(db, at);
      return row ? toLoggedNote(row) : null;
    },

    /** Restores a note, regardless of who deleted it. Requires the board's lock. */
    async restore(tx: Tx, caller: Caller, rowId: NoteRow['id']): Promise<void> {
      const [row = notFound()] = await tx.select().from(notes).where(eq(notes.id, rowId));
      await store.changeLocked(tx, row.meetingId, {
        name: 'note.recover',
        actorId: caller.userId,
        ...(await restoring(tx, row, caller)),
      });
    },
  };
}
export type NotesService = ReturnType<typeof notesService>;

export function notesRoutes(
  api: Api,
  { db, store, service }: Pick<StoreDeps, 'db' | 'store'> & { service: NotesService },
): void {
  async function page(
    which: SQL | undefined,
    order: SQL[],
    { caller, query }: { caller: Caller; query: ListQuery },
  ): Promise<ListPage<Note>> {
    const sorted = db
      .select()
      .from(notes)
      .where(which)
      .orderBy(...order);
    const { rows, total } = await pageOf(sorted, query, () => db.$count(notes, which));
    return { rows: rows.map((row) => toNote(row, caller)), total };
  }

  const { list, show, change } = callsOf(api, 'Notes');

  list('/notes/me', {
    operationId: 'listMyNotes',
    summary: 'List my notes',
    description: 'The caller’s notes in meetings of their teams, newest first.',
    config: { requestCost: 10 },
    querystring: ListQuery,
    lists: Note,
    async run({ caller, query }) {
      const boards = db
        .select({ id: meetings.id })
        .from(meetings)
        .where(and(isNull(meetings.deletedAt), inTeamsOf(db, caller, meetings.teamId)));
      const seen = and(
        eq(notes.authorId, caller.userId),
        isNull(notes.deletedAt),
        // `coalesce` prevents a join, for which PostgreSQL would scan all notes of the boards.
        sql`coalesce(${inArray(notes.meetingId, boards)}, false)`,
      );
      return page(seen, [desc(notes.createdAt), desc(notes.id)], { caller, query });
    },
  });

  list('/meetings/:meetingId/notes', {
    operationId: 'listNotes',
    summary: "List a board's notes",
    description: 'In board order. A hidden note has its text only for its author.',
    config: { requestCost: 10 },
    headers: AuthorHeaders,
    querystring: ListQuery,
    lists: Note,
    async run({ caller, params: { meetingId }, query }) {
      await accessMeeting(db, caller, meetingId);
      const isListed = and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt));
      return page(isListed, [asc(notes.position)], { caller, query });
    },
  });

  change('POST /meetings/:meetingId/notes', {
    operationId: 'createNote',
    config: { guests: 'write' },
    summary: 'Add a note',
    description:
      'By any member, in writing and grouping of a live meeting. `note_type` is a column’s id; by default the' +
      ' action column, else the last. 200 instead of 201 if the board already has the given id. An id of ' +
      'somebody else’s note on this board is replaced; the answer has the new one. At most 1,000 per board.',
    headers: CreateByAuthorHeaders,
    body: NoteInput,
    answers: { 200: Note, 201: Note },
    run: ({ command, params, body }) => service.create(command, params.meetingId, body),
  });

  show('/meetings/:meetingId/notes/:noteId', {
    operationId: 'getNote',
    summary: 'Get a note',
    description: 'The ETag is its version, for If-Match.',
    headers: AuthorHeaders,
    answers: { 200: Note },
    async run({ caller, params }) {
      await accessMeeting(db, caller, params.meetingId);
      return noteAnswer(toNote((await findNote(db, params)) ?? notFound(), caller));
    },
  });

  change('PUT /meetings/:meetingId/notes/:noteId', {
    operationId: 'updateNote',
    config: { guests: 'write' },
    summary: 'Edit or move a note',
    description:
      'Any member moves a revealed note. Its text is changed by its author, a lead or a team ' +
      'admin; in an action column by any member. A hidden note is changed by its author only.',
    headers: ChangeByAuthorHeaders,
    body: NoteUpdate,
    answers: { 200: Note },
    refuses: [412],
    run: ({ command, params: { meetingId, noteId: id }, body }) =>
      store.change(command, meetingId, {
        ...aboutNote(command, id),
        name: 'note.update',
        input: { ...body, id },
      }),
  });

  change('DELETE /meetings/:meetingId/notes/:noteId', {
    operationId: 'deleteNote',
    config: { guests: 'write' },
    summary: 'Delete a note',
    description: 'By people who may change its text.',
    headers: ChangeByAuthorHeaders,
    refuses: [412],
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, {
        ...noContent,
        name: 'note.remove',
        input: { id },
        current: (board) => shownNote(board, id, command),
      }),
  });

  change('POST /meetings/:meetingId/notes/:noteId/question', {
    operationId: 'askForMore',
    config: { guests: 'write' },
    summary: 'Ask the author of an anonymous note to tell more',
    description:
      'By anybody on a live anonymous board, about a revealed note. Only the browser with the note’s key ' +
      'learns of it (`asked` of the board); nobody learns who asked, or the outcome. A note is asked once. ' +
      'The author answers in any phase, asked or not, by a comment with `from_author`. It is marked, and has ' +
      'their name only if they have signed the note.',
    headers: CreateByAuthorHeaders,
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, { ...noContent, name: 'note.ask', input: { id } }),
  });

  change('POST /meetings/:meetingId/notes/:noteId/signature', {
    operationId: 'signNote',
    config: { guests: 'write' },
    summary: 'Sign an anonymous note',
    description:
      'By the holder of its key, in a live meeting. The note has the caller’s name permanently; nothing ties ' +
      'it to other texts of that key.',
    headers: CreateByAuthorHeaders,
    answers: { 200: Note },
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, {
        name: 'note.sign',
        input: { id },
        answer: ({ board }) => noteAnswer(shownNote(board, id, command)),
      }),
  });

  change('POST /meetings/:meetingId/notes/:noteId/restore', {
    operationId: 'restoreNote',
    config: { guests: 'write' },
    summary: 'Restore a deleted note',
    description:
      'By the person who deleted it, while they may still change it; 404 for everybody else. It keeps its id,' +
      ' author and place. A note that is not deleted is returned unchanged.',
    headers: ChangeByAuthorHeaders,
    answers: { 200: Note },
    refuses: [412],
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, {
        ...aboutNote(command, id),
        name: 'note.restore',
        input: { id },
        async read(tx, { board }) {
          if (board.get(noteType, id)) return null;
          const row = findOnBoard(await findAnyNotes(tx, [id]), { meetingId, noteId: id });
          if (!row) return null;
          return restoring(tx, row, command);
        },
      }),
  });
}
