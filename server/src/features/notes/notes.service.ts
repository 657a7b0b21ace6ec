// Notes as they are read and changed.
import type { LoggedNote, Note } from '@wentwell/contract/notes';
import { eq } from 'drizzle-orm';

import { findNote, type NoteAt, requireNote } from '#server/board/note-rows';
import type { BoardStore } from '#server/board/store';
import { readDeletedNote } from '#server/board/trash';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { noteCommands } from './note-commands.service.ts';
import { noteLists } from './note-lists.service.ts';
import { noteIdOf, type NoteRow, toLoggedNote, toNote, notes } from './notes.table.ts';

export function notesService({ db, store }: { db: Database; store: BoardStore }) {
  return {
    ...noteLists(db),
    ...noteCommands(store),

    async get(caller: Caller, at: NoteAt): Promise<Note> {
      await accessMeeting(db, caller, at.meetingId);
      return toNote(await requireNote(db, at), caller);
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
