// The full board as records, made from its rows.
import { BoardState } from '@wentwell/contract/board/board';
import { boardRules } from '@wentwell/contract/board/features';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { MeetingId, NoteId } from '@wentwell/contract/ids';

import { type CheckInRow, toOpenCheckIn } from '#server/features/check-in/check-ins.table';
import { toLoggedComment } from '#server/features/comments/comments.table';
import {
  type MeetingRow,
  phaseTimer,
  toDiscussion,
  toMeetingRecord,
} from '#server/features/meetings/meetings.table';
import { markedNow } from '#server/features/meetings/phase-marks.table';
import {
  importedCountsOf,
  noteIdOf,
  type NoteRow,
  toLoggedNote,
} from '#server/features/notes/notes.table';
import type { Queries } from '#server/platform/db/database';

import { type BoardContent, readBoardContent } from './board-content.service.ts';
import { readCheckInRow } from './board-rows.service.ts';
import { watchedMeeting } from './stored-board.service.ts';

interface BoardRows extends Pick<BoardContent, 'rows' | 'actions'> {
  meeting: MeetingRow;
  checkIn: CheckInRow | undefined;
}

function recordsOfMeeting({ meeting, checkIn, rows }: BoardRows): BoardRecord[] {
  const { id } = meeting;
  const timer = phaseTimer(meeting);
  const discussion = toDiscussion(meeting);
  const { turns, ...open } = toOpenCheckIn(meeting, { row: checkIn, turns: rows.turns });
  const marks = (type: string, ids: readonly string[]) => ids.map((each) => ({ type, id: each }));
  return [
    toMeetingRecord(meeting),
    ...(timer ? [{ type: 'timer', id, ...timer }] : []),
    ...(discussion ? [{ type: 'discussion', id, ...discussion }] : []),
    { type: 'check_in', id, ...open },
    ...marks('ready', markedNow(meeting, rows.ready)),
    ...marks('voted', markedNow(meeting, rows.finished)),
    ...marks('turn', turns),
  ];
}

function recordsOfNote(row: NoteRow): BoardRecord[] {
  const note = { ...toLoggedNote(row), type: 'note' };
  const counts = importedCountsOf(row);
  return counts ? [note, { type: 'imported_counts', id: note.id, ...counts }] : [note];
}

function recordsOfContent({ rows, actions }: BoardRows): BoardRecord[] {
  const noteById = new Map(rows.notes.map((note) => [note.id, note]));
  const publicId = (id: NoteId): NoteId[] => {
    const note = noteById.get(id);
    return note ? [noteIdOf(note)] : [];
  };
  const comments = rows.comments.flatMap((row) => {
    const note = noteById.get(row.noteId);
    if (!note) return [];
    const { topic_id: _, ...comment } = toLoggedComment(row, note);
    return [{ ...comment, type: 'comment' }];
  });
  const votes = rows.votes
    .filter(({ count }) => count > 0)
    .map(({ note, userId, count }) => {
      const note_id = noteIdOf(note);
      return { type: 'vote', id: `${note_id}:${userId}`, note_id, user_id: userId, count };
    });
  const reactions = rows.reactions.flatMap(({ noteId, emoji, userId, authorHash }, index) =>
    publicId(noteId).map((note_id) => ({
      type: 'reaction',
      id: String(index),
      note_id,
      emoji,
      user_id: userId,
      ...(authorHash !== null && { author_hash: authorHash }),
    })),
  );
  return [
    ...rows.notes.flatMap(recordsOfNote),
    ...rows.groups.map(({ id, title, titleIsCustom, columnId, version }) => ({
      type: 'group',
      id,
      title,
      title_is_custom: titleIsCustom,
      column_id: columnId,
      version,
    })),
    ...comments,
    ...votes,
    ...reactions,
    ...[...actions.actions, ...('since_last_time' in actions ? actions.since_last_time : [])].map(
      (action) => ({ ...action, type: 'action' }),
    ),
  ];
}

/** With the derived records, which have no rows. Throws where a row makes a record that its schema refuses. */
function boardFromRows(rows: BoardRows): BoardState {
  const { recordTypes, derivations } = boardRules;
  const stored = [...recordsOfMeeting(rows), ...recordsOfContent(rows)].map((record) =>
    recordTypes.of(record).schema.parse(record),
  );
  const board = BoardState.empty.with(stored, [], rows.meeting.seq);
  const derived = derivations.flatMap(({ derive }) => derive(board, 'all'));
  return board.with(derived, []);
}

/** Whoever asks has checked that the board may be read. All of one moment where the queries are a snapshot. */
export async function readBoardRecords(
  queries: Queries,
  meetingId: MeetingId,
): Promise<BoardState> {
  const [{ meeting }, checkIn] = await Promise.all([
    watchedMeeting(queries, meetingId),
    readCheckInRow(queries, null, meetingId),
  ]);
  const { rows, actions } = await readBoardContent(queries, meeting);
  return boardFromRows({ meeting, checkIn, rows, actions });
}
