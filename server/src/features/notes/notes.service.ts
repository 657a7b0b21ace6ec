// Notes: written, edited, moved, deleted and turned over. Every change is announced where it is made.
import { type MeetingId, NoteId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { ListQuery } from '@wentwell/contract/lists';
import {
  type Note,
  type NoteEvent,
  type NoteInput,
  notePolicy,
  type NoteType,
  type NoteUpdate,
  toLiveNoteType,
} from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { toMeeting } from '#server/features/meetings/meetings.table';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Clock } from '#server/platform/clock';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { demand, Refusal } from '#server/platform/http/refusal';
import { newId } from '#server/platform/ids';

import { type NoteRow, notes, toNote } from './notes.table.ts';

export interface NotesDeps {
  db: Database;
  log: EventLog;
  clock: Clock;
}

/** Which note of which board. */
export interface NoteAt {
  meetingId: MeetingId;
  noteId: NoteId;
}

/** What changes of a note, nothing where the wish is already so, and what the board is told of it. */
interface Change {
  edit(row: NoteRow, access: MeetingAccess): Partial<NoteRow>;
  announced(before: NoteRow, after: NoteRow): BoardChange[];
}

/** Takes how an event of a note looks to a viewer; gives it masked for all, and in full for its author. */
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

function moved(from: NoteType) {
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

const onBoard = (meetingId: MeetingId) =>
  and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt));

export function notesService({ db, log, clock }: NotesDeps) {
  async function find(tx: Queries, meetingId: MeetingId, noteId: NoteId): Promise<NoteRow> {
    const [row] = await tx
      .select()
      .from(notes)
      .where(and(onBoard(meetingId), eq(notes.id, noteId)));
    if (!row) throw new Refusal('NOT_FOUND');
    return row;
  }

  /** The same request again: what it stored the first time (api.md "Idempotency"). */
  async function repeated(tx: Tx, author: UserId, { meetingId, noteId }: NoteAt) {
    const [row] = await tx.select().from(notes).where(eq(notes.id, noteId));
    if (!row) return null;
    const same = row.meetingId === meetingId && row.authorId === author && !row.deletedAt;
    if (!same) throw new Refusal('ID_TAKEN');
    return row;
  }

  async function insert(tx: Tx, { meeting, standing }: MeetingAccess, input: NoteInput) {
    if ((await tx.$count(notes, onBoard(meeting.id))) >= limits.notesPerBoard) {
      throw new Refusal('BOARD_FULL');
    }
    const now = clock.now();
    const [row] = await tx
      .insert(notes)
      .values({
        id: input.id ?? newId(NoteId),
        meetingId: meeting.id,
        teamId: meeting.teamId,
        authorId: standing.userId,
        content: input.content,
        noteType: input.note_type,
        hidden: meeting.settings.hide_notes && phaseFacts[meeting.phase].hides,
        position: meeting.seq + 1,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    // Another board took the id between the look and the insert.
    if (!row) throw new Refusal('ID_TAKEN');
    return row;
  }

  /** Changes one note under the board's lock: policy, write, announce. */
  async function change(caller: Caller, at: NoteAt, { edit, announced }: Change): Promise<NoteRow> {
    return db.write(async (tx) => {
      const access = await lockMeeting(tx, caller, at.meetingId);
      const before = await find(tx, at.meetingId, at.noteId);
      const set = edit(before, access);
      if (Object.keys(set).length === 0) return before;
      const [after] = await tx
        .update(notes)
        .set({ ...set, version: sql`${notes.version} + 1`, updatedAt: clock.now() })
        .where(eq(notes.id, at.noteId))
        .returning();
      if (!after) throw new Refusal('NOT_FOUND');
      const on = { meetingId: at.meetingId, actorId: caller.userId };
      for (const event of announced(before, after)) await log.append(tx, on, event);
      return after;
    });
  }

  return {
    /** The notes of a board in its order, as the caller may see them. */
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
        rows: rows.map((row) => toNote(row, caller.userId)),
        total: await db.$count(notes, onBoard(meetingId)),
      };
    },

    async get(caller: Caller, at: NoteAt): Promise<Note> {
      await accessMeeting(db, caller, at.meetingId);
      return toNote(await find(db, at.meetingId, at.noteId), caller.userId);
    },

    /** Adds a note; the same id by the same author again gives the stored one and adds nothing. */
    async create(
      caller: Caller,
      meetingId: MeetingId,
      input: NoteInput,
    ): Promise<{ note: Note; created: boolean }> {
      return db.write(async (tx) => {
        const access = await lockMeeting(tx, caller, meetingId);
        const at = input.id && { meetingId, noteId: input.id };
        const stored = at && (await repeated(tx, caller.userId, at));
        if (stored) return { note: toNote(stored, caller.userId), created: false };
        demand(notePolicy.add(access.standing, toMeeting(access.meeting)));
        const row = await insert(tx, access, input);
        const on = { meetingId, actorId: caller.userId };
        await log.append(tx, on, announce(row, written('note_created')));
        return { note: toNote(row, caller.userId), created: true };
      });
    },

    /** New text, another column, or both; each that really changes is announced. */
    async update(caller: Caller, at: NoteAt, input: NoteUpdate): Promise<Note> {
      const row = await change(caller, at, {
        edit(note, { standing, meeting }) {
          const now = toMeeting(meeting);
          const policyNote = toNote(note, null);
          const set: Partial<NoteRow> = {};
          if (input.content !== undefined && input.content !== note.content) {
            demand(notePolicy.change(standing, now, policyNote));
            set.content = input.content;
          }
          if (input.note_type !== undefined && input.note_type !== note.noteType) {
            demand(notePolicy.move(standing, now, policyNote));
            set.noteType = input.note_type;
            set.position = meeting.seq + 1;
          }
          return set;
        },
        announced: (before, after) => [
          ...(before.noteType === after.noteType ? [] : [announce(after, moved(before.noteType))]),
          ...(before.content === after.content ? [] : [announce(after, written('note_updated'))]),
        ],
      });
      return toNote(row, caller.userId);
    },

    async remove(caller: Caller, at: NoteAt): Promise<void> {
      await change(caller, at, {
        edit(note, { standing, meeting }) {
          demand(notePolicy.change(standing, toMeeting(meeting), toNote(note, null)));
          return { deletedAt: clock.now() };
        },
        announced: ({ id }) => [{ event: { type: 'note_deleted', data: { note_id: id } } }],
      });
    },

    /** Turns all face-down notes of a board over at once; one event carries the texts (retro.md). */
    async reveal(tx: Tx, caller: Caller, meetingId: MeetingId): Promise<void> {
      const rows = await tx
        .update(notes)
        .set({ hidden: false, version: sql`${notes.version} + 1`, updatedAt: clock.now() })
        .where(and(onBoard(meetingId), eq(notes.hidden, true)))
        .returning();
      if (rows.length === 0) return;
      const data = { notes: rows.map((row) => toNote(row, null)) };
      const on = { meetingId, actorId: caller.userId };
      await log.append(tx, on, { event: { type: 'notes_revealed', data } });
    },
  };
}
export type NotesService = ReturnType<typeof notesService>;
