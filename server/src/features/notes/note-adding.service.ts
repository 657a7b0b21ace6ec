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
import { type LockedHistory, withEvent } from '#server/live/history-quota';
import type { Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { noteCreated } from './note-announcements.service.ts';
import { meetingNow, noteAnswer, requireStillSeen } from './note-answers.service.ts';
import { columnForNewNote } from './note-columns.service.ts';
import { lookUpNote, type NoteIds } from './note-ids.service.ts';
import { loadForMore, type LoadedForMore } from './note-loading.service.ts';
import { insertNote, requireRoom } from './note-rows.service.ts';
import type { NoteRow } from './notes.table.ts';

interface WantedNote {
  command: Command;
  noteId: NoteId;
  input: NoteInput;
}

interface AddedNote {
  row: NoteRow;
  on: BoardActor;
  /** As those before it leave the history. */
  history: LockedHistory;
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
  const meeting = before.at(-1)?.meeting ?? loaded.access.meeting;
  const access = { ...loaded.access.of(command), meeting };
  const rowsBefore = before.flatMap(({ added }) => added?.row ?? []);
  const at = { meetingId: meeting.id, noteId };
  const { stored, ids } = lookUpNote([...loaded.rows, ...rowsBefore], command, at);
  if (stored) return { answer: noteAnswer(stored, command), added: null, meeting };
  const policyMeeting = meetingNow(access);
  authorize(notePolicy.add(access.teamContext, policyMeeting));
  const author = authorIn(access, command);
  const note_type = columnForNewNote(policyMeeting, input);
  requireRoom(loaded.noteCount + rowsBefore.length);
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
    load(tx, meetingId, wanted) {
      const callers = wanted.map(({ command }) => command);
      return loadForMore(tx, callers, { meetingId, noteIds: wanted.map(({ noteId }) => noteId) });
    },
    decide: decideNote,
    async write(tx: Tx, { access: { meeting } }, decided: readonly DecidedNote[]): Promise<void> {
      const added = decided.flatMap((each) => each.added ?? []);
      if (!hasTopicList(meeting)) {
        for (const { row, on, history } of added) {
          const write = () => insertNote(tx, row);
          log.appendLast(tx, on, { change: noteCreated(row), history, write });
        }
        return;
      }
      const writes = added.map(({ row, on }) => [
        insertNote(tx, row),
        log.append(tx, on, noteCreated(row)),
      ]);
      await Promise.all(writes.flat());
      const [first] = added;
      if (first) await afterTopicsChange(tx, first.on, meeting);
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
