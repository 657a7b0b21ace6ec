// Builds the full board's records from its rows.
import { BoardState } from '@wentwell/contract/board/board';
import { boardRules } from '@wentwell/contract/board/features';
import { reactionId } from '@wentwell/contract/board/reactions';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { NoteId } from '@wentwell/contract/ids';

import { readBoardActions } from '#server/features/actions/actions.table';
import { toOpenCheckIn } from '#server/features/check-in/check-ins.table';
import { toCommentRecord } from '#server/features/comments/comments.table';
import {
  type BoardRow,
  phaseTimer,
  toDiscussion,
  toMeetingRecord,
} from '#server/features/meetings/meetings.table';
import { currentMarks } from '#server/features/meetings/phase-marks.table';
import {
  ImportedCounts,
  noteIdOf,
  type NoteRow,
  toLoggedNote,
} from '#server/features/notes/notes.table';
import { readRecord } from '#server/live/stored-changes';
import type { Queries } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';

import { readBoardRows, readCheckInRow, readNoteIds } from './board-rows.ts';

/** Row ids by note id, for notes whose id is another board's row id. */
export type RowIds = ReadonlyMap<NoteId, NoteId>;

export interface ReadBoard {
  board: BoardState;
  rowIds: RowIds;
}

export function movedRowIds(rows: Awaited<ReturnType<typeof readNoteIds>>): RowIds {
  return new Map(
    rows.flatMap(({ id, publicId }) => (publicId === null ? [] : [[publicId, id] as const])),
  );
}

type Rows = Awaited<ReturnType<typeof readAll>>;

async function readAll(queries: Queries, meeting: BoardRow) {
  const [rows, noteIds, checkIn] = await Promise.all([
    readBoardRows(queries, meeting.id),
    readNoteIds(queries, meeting.id),
    readCheckInRow(queries, meeting.id),
  ]);
  const actions = await readBoardActions(queries, meeting, rows.actions);
  return { ...rows, noteIds, checkIn, actions, meeting };
}

function recordsOfMeetingRow(meeting: BoardRow): BoardRecord[] {
  const { id } = meeting;
  const timer = phaseTimer(meeting);
  const discussion = toDiscussion(meeting);
  return [
    toMeetingRecord(meeting),
    ...(timer ? [{ type: 'timer', id, ...timer }] : []),
    ...(discussion ? [{ type: 'discussion', id, ...discussion }] : []),
  ];
}

/** A cached board with the meeting of the locked row. A meeting that ended by the clock has no change in the history. */
export function withMeetingRow({ board, rowIds }: ReadBoard, meeting: BoardRow): ReadBoard {
  return { board: board.with(recordsOfMeetingRow(meeting), []), rowIds };
}

function recordsOfMeeting(rows: Rows, answersMin: number): BoardRecord[] {
  const { meeting, checkIn, turns, ready, finished, others } = rows;
  const { id } = meeting;
  const { turns: answered, ...open } = toOpenCheckIn(
    meeting,
    { row: checkIn, turns },
    { answersMin },
  );
  const marks = (type: string, ids: readonly string[]) => ids.map((each) => ({ type, id: each }));
  return [
    ...recordsOfMeetingRow(meeting),
    { type: 'check_in', id, ...open },
    ...marks('ready', currentMarks(meeting, ready)),
    ...marks('voted', currentMarks(meeting, finished)),
    ...marks('turn', answered),
    ...others.flatMap((row) => readRecord(row) ?? []),
  ];
}

export function recordsOfNote(row: NoteRow): BoardRecord[] {
  const note = { ...toLoggedNote(row), type: 'note' };
  if (!row.importedCounts) return [note];
  const counts = ImportedCounts.parse(row.importedCounts);
  return [note, { type: 'imported_counts', id: note.id, ...counts }];
}

/** Votes and reactions of a deleted note stay on the board, and count again when it is restored. */
function recordsOfContent({ notes, noteIds, groups, comments, ...rows }: Rows): BoardRecord[] {
  const living = new Map(notes.map((note) => [note.id, note]));
  const publicIds = new Map(noteIds.map((each) => [each.id, noteIdOf(each)]));
  const noteId = (id: NoteId): NoteId => publicIds.get(id) ?? id;
  const votes = rows.votes
    .filter(({ count }) => count > 0)
    .map(({ noteId: id, userId: user_id, count }) => {
      const note_id = noteId(id);
      return { type: 'vote', id: `${note_id}:${user_id}`, note_id, user_id, count };
    });
  const reactions = rows.reactions.map(({ noteId: id, emoji, userId, authorHash }) => {
    const hash = authorHash !== null && { author_hash: authorHash };
    const reaction = { note_id: noteId(id), emoji, user_id: userId, ...hash };
    return { type: 'reaction', id: reactionId(reaction), ...reaction };
  });
  return [
    ...notes.flatMap(recordsOfNote),
    ...groups.map((row) => ({ ...toFields(row), type: 'group' })),
    ...comments.flatMap((row) => {
      const note = living.get(row.noteId);
      return note ? [toCommentRecord(row, note)] : [];
    }),
    ...votes,
    ...reactions,
    ...rows.actions,
  ];
}

/** Reads a board with its derived records. Omits scores without `answersMin`. Throws if a row violates its schema. */
export async function readBoardOf(
  queries: Queries,
  meeting: BoardRow,
  answersMin = Infinity,
): Promise<ReadBoard> {
  const rows = await readAll(queries, meeting);
  const { recordTypes, derivations } = boardRules;
  const stored = [...recordsOfMeeting(rows, answersMin), ...recordsOfContent(rows)].map((record) =>
    recordTypes.of(record).schema.parse(record),
  );
  const board = BoardState.empty.with(stored, [], meeting.seq);
  const derived = derivations.flatMap(({ derive }) => derive(board, 'all'));
  return { board: board.with(derived, []), rowIds: movedRowIds(rows.noteIds) };
}
