// Notes are added together: while everybody writes, those that wait for their board are carried out in one transaction,
// each with an event of its own.
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { type Note, type NoteInput, notePolicy, storedNote } from '@wentwell/contract/notes';
import { storedVersion } from '@wentwell/contract/stored-values';

import {
  type Author,
  authorIn,
  type BoardActor,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { type MeetingHook, topicHooks } from '#server/features/meetings/meeting-hook';
import {
  hasTopicList,
  hidesNewNotes,
  type MeetingRow,
} from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import { withEvent } from '#server/live/history-quota';
import type { Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import type { DecidedBoard } from '#server/platform/http/batch-transaction';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { noteCreated } from './note-announcements.service.ts';
import { meetingNow, noteAnswer, requireStillSeen } from './note-answers.service.ts';
import { columnForNewNote } from './note-columns.service.ts';
import { lookUpNote, type NoteIds } from './note-ids.service.ts';
import { loadForMore, type LoadedForMore, loadFreeForMore } from './note-loading.service.ts';
import { insertNotes, requireRoom } from './note-rows.service.ts';
import type { NoteRow } from './notes.table.ts';

interface WantedNote {
  command: Command;
  noteId: NoteId;
  input: NoteInput;
}

interface AddedNote {
  row: NoteRow;
  on: BoardActor;
  /** The board as those before it leave it. */
  history: MeetingAccess;
}

interface DecidedNote {
  answer: Answer<Note>;
  /** Null where the note is there already. */
  added: AddedNote | null;
  /** As this note leaves the board. */
  meeting: MeetingRow;
}

/** The row of a new note, whole: its event is sent with it, before PostgreSQL has answered. */
function newRow(
  { meeting }: MeetingAccess,
  { authorId, authorHash, now }: Author,
  { id, publicId, content, note_type }: Pick<Note, 'content' | 'note_type'> & NoteIds,
): NoteRow {
  return {
    id,
    publicId,
    meetingId: meeting.id,
    teamId: meeting.teamId,
    authorId,
    authorHash,
    authorName: null,
    content,
    noteType: note_type,
    hidden: hidesNewNotes(meeting),
    edited: false,
    groupId: null,
    position: meeting.seq + 1,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    deletedBy: null,
    deletedByHash: null,
    importedCounts: null,
    importedCountsVersion: storedVersion,
  };
}

/** Decides on one note, on the board that those before it leave. */
function decideNote(
  loaded: LoadedForMore,
  { command, noteId, input }: WantedNote,
  before: readonly DecidedNote[],
): DecidedNote {
  const { id } = loaded.access.meeting;
  const meeting =
    before.findLast((each) => each.meeting.id === id)?.meeting ?? loaded.access.meeting;
  const access = { ...loaded.access.of(command), meeting };
  // Of all boards: none of them takes an id that another one takes.
  const rowsBefore = before.flatMap(({ added }) => added?.row ?? []);
  const noteCount =
    loaded.noteCount + rowsBefore.filter(({ meetingId }) => meetingId === id).length;
  const at = { meetingId: meeting.id, noteId };
  const { stored, ids } = lookUpNote([...loaded.rows, ...rowsBefore], command, at);
  if (stored) return { answer: noteAnswer(stored, command), added: null, meeting };
  const policyMeeting = meetingNow(access);
  authorize(notePolicy.add(access.teamContext, policyMeeting));
  const author = authorIn(access, command);
  const note_type = columnForNewNote(policyMeeting, input);
  requireRoom(noteCount);
  const row = newRow(access, author, { content: input.content, note_type, ...ids });
  return {
    answer: noteAnswer(row, command, 201),
    added: { row, on: author.on, history: access },
    meeting: withEvent(access, noteCreated(row)),
  };
}

export function noteAdding({
  receipts,
  log,
  hooks,
}: {
  receipts: ReceiptBook;
  log: EventLog;
  hooks: readonly MeetingHook[];
}) {
  const { afterTopicsChange } = topicHooks(hooks);

  const adding = receipts.batched({
    answers: storedNote,
    stillSees: (tx, { command }: WantedNote, note: Note) => requireStillSeen(tx, command, note),
    load(tx, { board: meetingId, items }) {
      const callers = items.map(({ command }) => command);
      return loadForMore(tx, callers, { meetingId, noteIds: items.map(({ noteId }) => noteId) });
    },
    loadFree(tx, boards, { awaitsFirst }) {
      const asked = boards.map(({ board, items }) => ({
        meetingId: board,
        callers: items.map(({ command }) => command),
      }));
      const noteIds = boards.flatMap(({ items }) => items.map(({ noteId }) => noteId));
      return loadFreeForMore(tx, asked, { noteIds, awaitsFirst });
    },
    decide: decideNote,
    async write(tx: Tx, boards: readonly DecidedBoard<LoadedForMore, DecidedNote>[]) {
      const added = boards.flatMap(({ decided }) => decided.flatMap((each) => each.added ?? []));
      if (added.length === 0) return;
      const rows = added.map(({ row }) => row);
      const discussed = boards.filter(({ loaded }) => hasTopicList(loaded.access.meeting));
      if (discussed.length === 0) {
        const changes = added.map(({ row, ...each }) => ({ ...each, change: noteCreated(row) }));
        tx.beforeCommit(() => insertNotes(tx, rows));
        log.appendTogether(tx, changes);
        return;
      }
      const appends = added.map(({ row, on }) => log.append(tx, on, noteCreated(row)));
      await Promise.all([insertNotes(tx, rows), ...appends]);
      for (const { loaded, decided } of discussed) {
        const first = decided.find((each) => each.added)?.added;
        if (first) await afterTopicsChange(tx, first.on, loaded.access.meeting);
      }
    },
  });

  return {
    /** Adds a note; the same id by the same author again gives the stored one (200) and adds nothing. */
    create(command: Command, meetingId: MeetingId, input: NoteInput): Promise<Answer<Note>> {
      const noteId = input.id ?? newTimelessId(NoteId);
      return adding.run(meetingId, { command, noteId, input });
    },
  };
}
