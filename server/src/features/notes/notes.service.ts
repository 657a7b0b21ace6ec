// Notes: written, edited, moved, deleted and turned over. Every change is announced where it is made.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { resolveColumn } from '@wentwell/contract/columns';
import { type MeetingId, NoteId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { effectiveStatus, isEditable } from '@wentwell/contract/meetings';
import {
  type Note,
  type NoteInput,
  notePolicy,
  type NoteUpdate,
  storedNote,
} from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { and, eq, or, sql } from 'drizzle-orm';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import {
  columnsOf,
  type MeetingRow,
  meetings,
  settingsOf,
  toMeeting,
} from '#server/features/meetings/meetings.table';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newId } from '#server/platform/ids';

import {
  noteChanged,
  noteCreated,
  noteDeleted,
  notesRevealed,
  noteUpdated,
} from './note-announcements.service.ts';
import { columnForNewNote, requireColumn } from './note-columns.service.ts';
import { noteLists, onBoard } from './note-lists.service.ts';
import { hasNoteId, noteIdOf, type NoteRow, notes, toNote } from './notes.table.ts';

export interface NotesDeps {
  db: Database;
  receipts: ReceiptBook;
  log: EventLog;
}

/** What a new note's row is stored under. */
type NoteIds = Pick<NoteRow, 'id' | 'publicId'>;

/** The ids of a note whose id a row of another board has. */
function besideAnother(noteId: NoteId): NoteIds {
  return { id: newId(NoteId), publicId: noteId };
}

/** Which note of which board. */
export interface NoteAt {
  meetingId: MeetingId;
  noteId: NoteId;
}

/** What changes of a note, nothing where the wish is already so, and what the board is told of it. */
interface NoteChange {
  edit(row: NoteRow, access: MeetingAccess): Partial<NoteRow>;
  announced(before: NoteRow, after: NoteRow): BoardChange[];
}

/** Whether a note that appears on the board now lies face down. A board that is over shows everything. */
function hidesNow(meeting: MeetingRow): boolean {
  const { phase, status } = meeting;
  return isEditable(status) && settingsOf(meeting).hide_notes && phaseFacts[phase].hides;
}

/** Under the board's lock, so that of many at once none comes too many. */
async function requireRoom(tx: Tx, meetingId: MeetingId): Promise<void> {
  if ((await tx.$count(notes, onBoard(meetingId))) >= limits.notesPerBoard) {
    throw new ApiError('BOARD_FULL');
  }
}

function noteAnswer(row: NoteRow, { userId }: Caller, status = 200): Answer<Note> {
  return { status, body: toNote(row, userId), version: row.version };
}

export function notesService({ db, receipts, log }: NotesDeps) {
  /** A meeting as policies see it: whether its end has passed is decided here, by the database's clock. */
  function meetingNow({ meeting: row, now }: MeetingAccess) {
    const meeting = toMeeting(row);
    return { ...meeting, status: effectiveStatus(meeting, now), end_time: null };
  }

  async function find(tx: Queries, meetingId: MeetingId, noteId: NoteId): Promise<NoteRow> {
    const [row] = await tx
      .select()
      .from(notes)
      .where(and(onBoard(meetingId), hasNoteId(noteId)));
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  }

  /** How the answer to a command about a note is read again, and who may still read it. */
  function repeatable(caller: Caller) {
    return {
      answers: storedNote,
      async stillSees(tx: Tx, { id, meeting_id }: Note) {
        await accessMeeting(tx, caller, meeting_id);
        await find(tx, meeting_id, id);
      },
    };
  }

  /**
   * Finds what an earlier try of the same request stored, and otherwise the ids that the new note gets: what other
   * boards hold changes neither its answer nor the number of statements. What is on this board everybody here sees.
   */
  async function lookUp(
    tx: Tx,
    author: Caller,
    { meetingId, noteId }: NoteAt,
  ): Promise<{ stored: NoteRow | null; ids: NoteIds }> {
    const ofThatId = or(eq(notes.id, noteId), eq(notes.publicId, noteId));
    const rows = await tx.select().from(notes).where(ofThatId);
    const here = rows.find((row) => row.meetingId === meetingId && noteIdOf(row) === noteId);
    if (!here) {
      const isTaken = rows.some(({ id }) => id === noteId);
      return {
        stored: null,
        ids: isTaken ? besideAnother(noteId) : { id: noteId, publicId: null },
      };
    }
    if (here.authorId !== author.userId) {
      return { stored: null, ids: { id: newId(NoteId), publicId: null } };
    }
    if (here.deletedAt) throw new ApiError('ID_TAKEN');
    return { stored: here, ids: here };
  }

  async function insert(
    tx: Tx,
    access: MeetingAccess,
    input: Pick<Note, 'content' | 'note_type'> & NoteIds,
  ): Promise<NoteRow> {
    const { meeting, teamContext } = access;
    await requireRoom(tx, meeting.id);
    const [row] = await tx
      .insert(notes)
      .values({
        id: input.id,
        publicId: input.publicId,
        meetingId: meeting.id,
        teamId: meeting.teamId,
        authorId: teamContext.userId,
        content: input.content,
        noteType: input.note_type,
        hidden: hidesNow(meeting),
        position: meeting.seq + 1,
      })
      .onConflictDoNothing()
      .returning();
    // Another board took the id between the look and the insert.
    return row ?? insert(tx, access, { ...input, ...besideAnother(noteIdOf(input)) });
  }

  /** Changes one note under the board's lock: policy, write, announce. */
  async function change(
    tx: Tx,
    command: Command,
    { meetingId, noteId, edit, announced }: NoteAt & NoteChange,
  ): Promise<NoteRow> {
    const access = await lockMeeting(tx, command, meetingId);
    const before = await find(tx, meetingId, noteId);
    requireVersion(command, toNote(before, command.userId));
    const set = edit(before, access);
    if (Object.keys(set).length === 0) return before;
    const [after] = await tx
      .update(notes)
      .set({ ...set, version: sql`${notes.version} + 1`, updatedAt: databaseNow })
      .where(eq(notes.id, before.id))
      .returning();
    if (!after) throw new ApiError('NOT_FOUND');
    const on = { meetingId, actorId: command.userId };
    for (const event of announced(before, after)) await log.append(tx, on, event);
    return after;
  }

  return {
    ...noteLists(db),

    async get(caller: Caller, at: NoteAt): Promise<Note> {
      await accessMeeting(db, caller, at.meetingId);
      return toNote(await find(db, at.meetingId, at.noteId), caller.userId);
    },

    /** What the live channel shows when it is asked to look at a note again; null where there is none. */
    async stored({ meetingId, noteId }: NoteAt): Promise<BoardEvent | null> {
      const [row] = await db
        .select()
        .from(notes)
        .where(and(onBoard(meetingId), hasNoteId(noteId)));
      return row ? noteUpdated(row) : null;
    },

    /** Adds a note; the same id by the same author again gives the stored one (200) and adds nothing. */
    async create(command: Command, meetingId: MeetingId, input: NoteInput): Promise<Answer<Note>> {
      return receipts.once(command, {
        ...repeatable(command),
        board: meetingId,
        async work(tx) {
          const access = await lockMeeting(tx, command, meetingId);
          const at = { meetingId, noteId: input.id ?? newId(NoteId) };
          const { stored, ids } = await lookUp(tx, command, at);
          if (stored) return noteAnswer(stored, command);
          const policyMeeting = meetingNow(access);
          authorize(notePolicy.add(access.teamContext, policyMeeting));
          const note_type = columnForNewNote(policyMeeting, input);
          const row = await insert(tx, access, { content: input.content, note_type, ...ids });
          await log.append(tx, { meetingId, actorId: command.userId }, noteCreated(row));
          return noteAnswer(row, command, 201);
        },
      });
    },

    /** New text, another column, or both; each that really changes is announced. */
    async update(command: Command, at: NoteAt, input: NoteUpdate): Promise<Answer<Note>> {
      function edit(note: NoteRow, access: MeetingAccess): Partial<NoteRow> {
        const { teamContext, meeting } = access;
        const policyMeeting = meetingNow(access);
        const policyNote = toNote(note, null);
        const set: Partial<NoteRow> = {};
        // Compared with what the caller can read: a guess at a hidden text is told nothing.
        const { content } = toNote(note, teamContext.userId);
        if (input.content !== undefined && input.content !== content) {
          authorize(notePolicy.change(teamContext, policyMeeting, policyNote));
          set.content = input.content;
        }
        if (input.note_type !== undefined && input.note_type !== note.noteType) {
          authorize(notePolicy.move(teamContext, policyMeeting, policyNote));
          set.noteType = requireColumn(policyMeeting, input.note_type);
          set.position = meeting.seq + 1;
        }
        return set;
      }
      return receipts.once(command, {
        ...repeatable(command),
        board: at.meetingId,
        work: async (tx) =>
          noteAnswer(await change(tx, command, { ...at, edit, announced: noteChanged }), command),
      });
    },

    async remove(command: Command, at: NoteAt): Promise<Answer<null>> {
      function edit(note: NoteRow, access: MeetingAccess): Partial<NoteRow> {
        authorize(notePolicy.change(access.teamContext, meetingNow(access), toNote(note, null)));
        return { deletedAt: access.now };
      }
      return receipts.once(command, {
        ...emptyAnswer,
        board: at.meetingId,
        async work(tx) {
          await change(tx, command, { ...at, edit, announced: (row) => [noteDeleted(row)] });
          return { status: 204, body: null };
        },
      });
    },

    /**
     * Puts a deleted note back on its board, whose lock is held; face down only where notes still are. Its column may
     * have been removed meanwhile.
     */
    async restore(tx: Tx, caller: Caller, rowId: NoteRow['id']): Promise<void> {
      const [found] = await tx
        .select({ note: notes, meeting: meetings })
        .from(notes)
        .innerJoin(meetings, eq(meetings.id, notes.meetingId))
        .where(eq(notes.id, rowId));
      if (!found) throw new ApiError('NOT_FOUND');
      const { note, meeting } = found;
      await requireRoom(tx, meeting.id);
      const hidden = note.hidden && hidesNow(meeting);
      const [row] = await tx
        .update(notes)
        .set({
          deletedAt: null,
          hidden,
          noteType: resolveColumn(columnsOf(meeting), note.noteType),
          version: sql`${notes.version} + 1`,
          updatedAt: databaseNow,
        })
        .where(eq(notes.id, rowId))
        .returning();
      if (!row) throw new ApiError('NOT_FOUND');
      await log.append(tx, { meetingId: meeting.id, actorId: caller.userId }, noteCreated(row));
    },

    /** Turns all face-down notes of a locked board over, in one event. */
    async reveal(
      tx: Tx,
      { meetingId, actorId }: { meetingId: MeetingId; actorId: UserId | null },
    ): Promise<void> {
      const rows = await tx
        .update(notes)
        .set({ hidden: false, version: sql`${notes.version} + 1`, updatedAt: databaseNow })
        .where(and(onBoard(meetingId), eq(notes.hidden, true)))
        .returning();
      if (rows.length === 0) return;
      await log.append(tx, { meetingId, actorId }, notesRevealed(rows));
    },
  };
}
export type NotesService = ReturnType<typeof notesService>;
