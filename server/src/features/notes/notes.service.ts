import { holdsActions } from '@wentwell/contract/columns';
import { type Note, notePolicy, type NoteUpdate } from '@wentwell/contract/notes';
import { eq } from 'drizzle-orm';

import {
  accessMeeting,
  type Author,
  authorIn,
  type MeetingAccess,
  unnamedChange,
} from '#server/features/meetings/meeting-access';
import { type MeetingHook, topicHooks } from '#server/features/meetings/meeting-hook';
import {
  columnsOf,
  hasTopicList,
  type MeetingRow,
  meetings,
  settingsOf,
} from '#server/features/meetings/meetings.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
// Notes: written, edited, moved, deleted and turned over. Every change is announced where it is made.
import { nextVersion, nextVersionOf } from '#server/platform/db/next-version';
import { authorize, ApiError } from '#server/platform/http/api-error';
import { type Caller, deleterOf, hasDeleted } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';

import { noteAdding } from './note-adding.service.ts';
import {
  noteChanged,
  noteCreated,
  noteDeleted,
  noteUpdated,
} from './note-announcements.service.ts';
import { meetingNow, noteAnswer, repeatable, requireNote } from './note-answers.service.ts';
import { placeOfRestored, requireColumn } from './note-columns.service.ts';
import { findOnBoard, type NoteAt } from './note-ids.service.ts';
import { noteLists, onBoard } from './note-lists.service.ts';
import { type LoadedNote, loadForOneMore, loadNote } from './note-loading.service.ts';
import { findNote, requireRoom, updateNote } from './note-rows.service.ts';
import { type NoteRow, toNote, notes } from './notes.table.ts';

// A deleted note comes back to its board, whoever deleted it: for the admin area.
function noteRestoring({ log, hooks }: { log: EventLog; hooks: readonly MeetingHook[] }) {
  const { afterNoteRestored, afterTopicsChange } = topicHooks(hooks);

  return {
    /** The caller holds the lock of the note's board. */
    async restore(tx: Tx, caller: Caller, rowId: NoteRow['id']): Promise<void> {
      const [found] = await tx
        .select({ note: notes, meeting: meetings })
        .from(notes)
        .innerJoin(meetings, eq(meetings.id, notes.meetingId))
        .where(eq(notes.id, rowId));
      if (!found) throw new ApiError('NOT_FOUND');
      const { note, meeting } = found;
      requireRoom(await tx.$count(notes, onBoard(meeting.id)));
      // Of a note without an author nobody shall think that it is the superuser's, nor learn from its time when in the
      // phase somebody used the product.
      const { on, now } = settingsOf(meeting).anonymous
        ? unnamedChange(meeting)
        : { on: { meetingId: meeting.id, actorId: caller.userId }, now: databaseNow };
      const [row] = await tx
        .update(notes)
        .set({
          ...placeOfRestored(note, meeting),
          groupId: null,
          deletedAt: null,
          deletedBy: null,
          deletedByHash: null,
          version: nextVersionOf(tx, notes.version),
          updatedAt: now,
        })
        .where(eq(notes.id, rowId))
        .returning();
      if (!row) throw new ApiError('NOT_FOUND');
      await log.append(tx, on, noteCreated(row));
      await afterNoteRestored(tx, on, row);
      await afterTopicsChange(tx, on, meeting);
    },
  };
}

export interface NotesDeps {
  db: Database;
  receipts: ReceiptBook;
  log: EventLog;
  /** Run one after another, in this order. */
  hooks: readonly MeetingHook[];
}

interface By {
  access: MeetingAccess;
  author: Author;
}

/** What changes of a note, nothing where it is already as asked for, and the event for the board. */
interface NoteChange {
  edit(tx: Tx, row: NoteRow, by: By): Partial<NoteRow>;
  announced(before: NoteRow, after: NoteRow): BoardChange[];
}

/** Votes on what stands in the column for action items do not count. */
function becomesTopicOrNone(meeting: MeetingRow, before: NoteRow, after: NoteRow): boolean {
  const columns = columnsOf(meeting);
  return holdsActions(columns, before.noteType) !== holdsActions(columns, after.noteType);
}

export function notesService({ db, receipts, log, hooks }: NotesDeps) {
  const { beforeNotesLeave, afterTopicsChange, afterNoteRestored } = topicHooks(hooks);

  /** Changes one note under the board's lock: policy, write, announce. One that is deleted or moved leaves its group. */
  async function change(
    tx: Tx,
    command: Command,
    { loaded, edit, announced }: { loaded: LoadedNote } & NoteChange,
  ): Promise<NoteRow> {
    const { access, before } = loaded;
    requireVersion(command, toNote(before, command));
    const author = authorIn(access, command);
    const set = edit(tx, before, { access, author });
    if (Object.keys(set).length === 0) return before;
    const { meeting } = access;
    const { on } = author;
    const changesPlace = set.deletedAt !== undefined || set.noteType !== undefined;
    const isRestored = before.deletedAt !== null;
    const leavesGroup = changesPlace && !isRestored && before.groupId !== null;
    if (leavesGroup) {
      await beforeNotesLeave(tx, on, { notes: [before], areDeleted: Boolean(set.deletedAt) });
    }
    const groupId = changesPlace ? null : before.groupId;
    const version = nextVersion(tx, before.version);
    const after = { ...before, ...set, groupId, version, updatedAt: author.now };
    const changes = announced(before, after);
    const write = () => updateNote(tx, after);
    const changesTopics =
      leavesGroup ||
      isRestored ||
      becomesTopicOrNone(meeting, before, after) ||
      (changesPlace && hasTopicList(meeting));
    const [only, ...others] = changes;
    if (only && others.length === 0 && !changesTopics && !set.deletedAt) {
      log.appendLast(tx, on, { change: only, history: access, write });
      return after;
    }
    await Promise.all([write(), ...changes.map((each) => log.append(tx, on, each))]);
    if (isRestored) await afterNoteRestored(tx, on, after);
    if (changesTopics) await afterTopicsChange(tx, on, meeting);
    return after;
  }

  return {
    ...noteLists(db),
    ...noteRestoring({ log, hooks }),
    ...noteAdding({ receipts, log, hooks }),

    async get(caller: Caller, at: NoteAt): Promise<Note> {
      await accessMeeting(db, caller, at.meetingId);
      return toNote(await requireNote(db, at), caller);
    },

    /** What the live channel shows when it is asked to look at a note again; null where there is none. */
    async stored(at: NoteAt): Promise<ReturnType<typeof noteUpdated> | null> {
      const row = await findNote(db, at);
      return row ? noteUpdated(row) : null;
    },

    /** New text, another column, or both; each that really changes is announced. */
    async update(command: Command, at: NoteAt, input: NoteUpdate): Promise<Answer<Note>> {
      function edit(tx: Tx, note: NoteRow, { access }: By): Partial<NoteRow> {
        const { teamContext, meeting } = access;
        const policyMeeting = meetingNow(access);
        // As the caller can read it: a guess at a hidden text learns nothing.
        const policyNote = toNote(note, command);
        const { content } = policyNote;
        const set: Partial<NoteRow> = {};
        if (input.content !== undefined && input.content !== content) {
          authorizeOnBoard(tx, { caller: command, access }, (who) =>
            notePolicy.edit(who, policyMeeting, policyNote),
          );
          set.content = input.content;
          if (!note.hidden) set.edited = true;
        }
        if (input.note_type !== undefined && input.note_type !== note.noteType) {
          authorize(notePolicy.move(teamContext, policyMeeting, policyNote));
          set.noteType = requireColumn(policyMeeting, input.note_type);
          // Nothing lies above what is placed next.
          set.position = Math.min(input.position ?? Infinity, meeting.seq + 1);
        }
        return set;
      }
      return receipts.once(command, {
        ...repeatable(command),
        board: at.meetingId,
        load: (tx) => loadNote(tx, command, at),
        work: async (tx, loaded) =>
          noteAnswer(await change(tx, command, { loaded, edit, announced: noteChanged }), command),
      });
    },

    async remove(command: Command, at: NoteAt): Promise<Answer<null>> {
      function edit(tx: Tx, note: NoteRow, { access, author }: By): Partial<NoteRow> {
        authorizeOnBoard(tx, { caller: command, access }, (who) =>
          notePolicy.remove(who, meetingNow(access), toNote(note, command)),
        );
        return { deletedAt: author.now, ...deleterOf(note.id, author.authorId, command) };
      }
      return receipts.once(command, {
        ...emptyAnswer,
        board: at.meetingId,
        load: (tx) => loadNote(tx, command, at),
        async work(tx, loaded) {
          await change(tx, command, { loaded, edit, announced: (row) => [noteDeleted(row)] });
          return { status: 204, body: null };
        },
      });
    },

    /** For whoever deleted the note; to anybody else a deleted note does not exist (docs/api.md A-94). */
    async undelete(command: Command, at: NoteAt): Promise<Answer<Note>> {
      function edit(tx: Tx, note: NoteRow, { access }: By): Partial<NoteRow> {
        const policyMeeting = meetingNow(access);
        authorizeOnBoard(tx, { caller: command, access }, (who) =>
          notePolicy.remove(who, policyMeeting, toNote(note, command)),
        );
        const nobody = { deletedBy: null, deletedByHash: null };
        return { deletedAt: null, ...nobody, ...placeOfRestored(note, access.meeting) };
      }
      return receipts.once(command, {
        ...repeatable(command),
        board: at.meetingId,
        load: (tx) => loadForOneMore(tx, command, at),
        async work(tx, { access, rows, noteCount }) {
          const before = findOnBoard(rows, at);
          if (!before) throw new ApiError('NOT_FOUND');
          if (!before.deletedAt) return noteAnswer(before, command);
          if (!hasDeleted(before, command)) throw new ApiError('NOT_FOUND');
          requireRoom(noteCount);
          const loaded = { access, before };
          const announced = (_: NoteRow, after: NoteRow) => [noteCreated(after)];
          return noteAnswer(await change(tx, command, { loaded, edit, announced }), command);
        },
      });
    },
  };
}
export type NotesService = ReturnType<typeof notesService>;
