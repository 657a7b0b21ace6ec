// Writes the records of a change as rows. `board-records.service.ts` reads them.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Patch } from '@wentwell/contract/board/change';
import { type CommentRecord, commentType } from '@wentwell/contract/board/comments';
import { type DiscussionRecord, discussionType } from '@wentwell/contract/board/discussion';
import { type GroupRecord, groupType } from '@wentwell/contract/board/groups';
import { readyType, turnType, votedType } from '@wentwell/contract/board/marks';
import {
  type MeetingRecord,
  meetingType,
  type TimerRecord,
  timerType,
} from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType } from '@wentwell/contract/board/notes';
import { type ReactionRecord, reactionType } from '@wentwell/contract/board/reactions';
import { type BoardRecord, type RecordType } from '@wentwell/contract/board/record';
import { type VoteRecord, voteType } from '@wentwell/contract/board/votes';
import type { MeetingId, NoteId, TeamId, UserId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, eq, sql } from 'drizzle-orm';

import { tableWriter } from '#server/board/table-writer';
import { checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { meetings, timerColumns } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions, unnamedReactions } from '#server/features/reactions/reactions.table';
import { readyMarks } from '#server/features/ready/ready.table';
import { votes, votesFinished } from '#server/features/votes/votes.table';
import type { Tx } from '#server/platform/db/database';
import type { Deleter } from '#server/platform/http/caller';

/** The parts of rows that records do not tell. */
export interface RowContext {
  meetingId: MeetingId;
  teamId: TeamId;
  /** The row of a note. It has another id than the note where another board has that id. */
  rowIdOf(noteId: NoteId): NoteId;
  deletedAt: Date;
  /** Returns the columns that name the deleter of the row with this id. */
  deleterOf(rowId: string): Deleter;
}

const writers = {
  notes: tableWriter(notes, {
    name: 'notes',
    key: ['id'],
    fields: [
      'id',
      'publicId',
      'meetingId',
      'teamId',
      'authorId',
      'authorHash',
      'authorName',
      'content',
      'noteType',
      'hidden',
      'edited',
      'groupId',
      'position',
      'version',
      'createdAt',
      'updatedAt',
      'deletedAt',
      'deletedBy',
      'deletedByHash',
    ],
    // Another board may have taken the id meanwhile.
    onlyWhere: sql`target.meeting_id = excluded.meeting_id`,
  }),
  groups: tableWriter(groups, {
    name: 'groups',
    key: ['meetingId', 'id'],
    fields: ['meetingId', 'teamId', 'id', 'title', 'titleIsCustom', 'columnId', 'version'],
  }),
  comments: tableWriter(comments, {
    name: 'comments',
    key: ['meetingId', 'id'],
    fields: [
      'meetingId',
      'teamId',
      'id',
      'noteId',
      'authorId',
      'authorHash',
      'authorName',
      'content',
      'version',
      'createdAt',
      'updatedAt',
      'deletedAt',
      'deletedBy',
      'deletedByHash',
    ],
  }),
  votes: tableWriter(votes, {
    name: 'votes',
    key: ['userId', 'noteId'],
    fields: ['meetingId', 'teamId', 'userId', 'noteId', 'count'],
  }),
  reactions: tableWriter(reactions, {
    name: 'reactions',
    key: ['noteId', 'emoji', 'userId'],
    fields: ['meetingId', 'teamId', 'noteId', 'emoji', 'userId'],
  }),
  unnamedReactions: tableWriter(unnamedReactions, {
    name: 'unnamed_reactions',
    key: ['noteId', 'emoji', 'authorHash'],
    fields: ['meetingId', 'teamId', 'noteId', 'emoji', 'authorHash'],
  }),
};

const markTables = [
  [readyType, markWriter(readyMarks, 'ready')],
  [votedType, markWriter(votesFinished, 'voted')],
  [turnType, markWriter(checkInTurns, 'turns')],
] as const;

function markWriter(table: typeof readyMarks, name: string) {
  return tableWriter(table, {
    name,
    key: ['meetingId', 'userId'],
    fields: ['meetingId', 'teamId', 'userId', 'phaseStartedAt'],
  });
}

/** The records of one type that a patch puts and removes. Removed records are whole, as the board before had them. */
interface Changed<R extends BoardRecord> {
  put: R[];
  removed: R[];
}

export interface BoardChange {
  patch: Patch;
  before: BoardState;
  after: BoardState;
}

function changedOf<R extends BoardRecord>(
  { patch, before }: BoardChange,
  recordType: RecordType<R>,
): Changed<R> {
  const isOfType = ({ type }: Pick<BoardRecord, 'type'>) => type === recordType.type;
  return {
    put: patch.put.filter((each): each is R => isOfType(each)),
    removed: patch.remove.filter(isOfType).flatMap(({ id }) => before.get(recordType, id) ?? []),
  };
}

/** The columns that notes and comments have in common. */
function authoredRow(
  record: Pick<
    NoteRecord | CommentRecord,
    | 'author_id'
    | 'author_hash'
    | 'author_name'
    | 'content'
    | 'version'
    | 'created_at'
    | 'updated_at'
  >,
  { meetingId, teamId }: RowContext,
) {
  return {
    meetingId,
    teamId,
    authorId: record.author_id,
    authorHash: record.author_hash ?? null,
    authorName: record.author_name ?? null,
    content: record.content,
    version: record.version,
    createdAt: new Date(record.created_at),
    updatedAt: new Date(record.updated_at),
    deletedAt: null,
    deletedBy: null,
    deletedByHash: null,
  };
}

async function writeNotes(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { put, removed } = changedOf(change, noteType);
  const rows = put.map((note) => {
    const id = on.rowIdOf(note.id);
    return {
      ...authoredRow(note, on),
      id,
      publicId: id === note.id ? null : note.id,
      noteType: note.note_type,
      hidden: note.hidden,
      edited: note.edited ?? false,
      groupId: note.group_id,
      position: note.position,
    };
  });
  const [written] = await Promise.all([
    writers.notes.put(tx, rows),
    ...removed.map(({ id }) => {
      const rowId = on.rowIdOf(id);
      const set = { deletedAt: on.deletedAt, groupId: null, ...on.deleterOf(rowId) };
      return tx.update(notes).set(set).where(eq(notes.id, rowId));
    }),
  ]);
  if (written !== rows.length) throw new Error('Another board has taken the id of a note.');
}

async function writeComments(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { put, removed } = changedOf(change, commentType);
  const rows = put.map((comment) => ({
    ...authoredRow(comment, on),
    id: comment.id,
    noteId: on.rowIdOf(comment.note_id),
  }));
  // The comments of a deleted note keep their rows as they are, and come back with it.
  const alone = removed.filter(({ note_id }) => change.after.get(noteType, note_id));
  await Promise.all([
    writers.comments.put(tx, rows),
    ...alone.map(({ id }) => {
      const set = { deletedAt: on.deletedAt, ...on.deleterOf(id) };
      const isIt = and(eq(comments.meetingId, on.meetingId), eq(comments.id, id));
      return tx.update(comments).set(set).where(isIt);
    }),
  ]);
}

async function writeGroups(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { put, removed } = changedOf(change, groupType);
  const { meetingId, teamId } = on;
  const rowOf = ({ id, title, title_is_custom, column_id, version }: GroupRecord) => ({
    meetingId,
    teamId,
    id,
    title,
    titleIsCustom: title_is_custom,
    columnId: column_id,
    version,
  });
  await Promise.all([
    writers.groups.put(tx, put.map(rowOf)),
    writers.groups.remove(
      tx,
      removed.map(({ id }) => ({ meetingId, id })),
    ),
  ]);
}

async function writeVotes(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { put, removed } = changedOf(change, voteType);
  const { meetingId, teamId } = on;
  const keyOfVote = ({ user_id, note_id }: VoteRecord) => ({
    userId: user_id,
    noteId: on.rowIdOf(note_id),
  });
  const rows = put.map((vote) => ({ ...keyOfVote(vote), meetingId, teamId, count: vote.count }));
  await Promise.all([
    writers.votes.put(tx, rows),
    writers.votes.remove(tx, removed.map(keyOfVote)),
  ]);
}

async function writeReactions(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { put, removed } = changedOf(change, reactionType);
  const { meetingId, teamId } = on;
  const named = (records: readonly ReactionRecord[]) =>
    records.flatMap(({ note_id, emoji, user_id: userId }) =>
      userId === null ? [] : [{ meetingId, teamId, noteId: on.rowIdOf(note_id), emoji, userId }],
    );
  const unnamed = (records: readonly ReactionRecord[]) =>
    records.flatMap(({ note_id, emoji, author_hash: authorHash }) =>
      authorHash === undefined
        ? []
        : [{ meetingId, teamId, noteId: on.rowIdOf(note_id), emoji, authorHash }],
    );
  await Promise.all([
    writers.reactions.put(tx, named(put)),
    writers.reactions.remove(tx, named(removed)),
    writers.unnamedReactions.put(tx, unnamed(put)),
    writers.unnamedReactions.remove(tx, unnamed(removed)),
  ]);
}

async function writeMarks(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const { meetingId, teamId } = on;
  const phaseStartedAt = phaseSince(change.after);
  const rowOf = ({ id: userId }: { id: UserId }) => ({ meetingId, teamId, userId, phaseStartedAt });
  await Promise.all(
    markTables.flatMap(([markType, writer]) => {
      const { put, removed } = changedOf<{ type: string; id: UserId }>(change, markType);
      return [writer.put(tx, put.map(rowOf)), writer.remove(tx, removed.map(rowOf))];
    }),
  );
}

function phaseSince(board: BoardState): Date {
  const [meeting] = board.all(meetingType);
  if (!meeting) throw new Error('The board has no meeting.');
  return new Date(meeting.phase_started_at ?? meeting.created_at);
}

function meetingFields(meeting: MeetingRecord) {
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return {
    name: meeting.name,
    teamId: meeting.team_id,
    ownerId: meeting.owner_id,
    ...(meeting.status !== 'unknown' && { status: meeting.status }),
    startTime: time(meeting.start_time),
    endTime: time(meeting.end_time),
    phase: meeting.phase,
    phaseStartedAt: time(meeting.phase_started_at),
    phaseMinutes: meeting.phase_minutes,
    settings: meeting.settings,
    settingsVersion: storedVersion,
    columns: meeting.columns,
    columnsVersion: storedVersion,
    version: meeting.version,
    updatedAt: new Date(meeting.updated_at),
  };
}

function discussionFields(record: DiscussionRecord) {
  const { type: _, id: __, ...discussion } = record;
  return { discussion, discussionVersion: storedVersion };
}

/** The meeting, its timer and its discussion are one row. */
async function writeMeeting(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  const [meeting] = changedOf(change, meetingType).put;
  const [discussion] = changedOf(change, discussionType).put;
  const timer: Changed<TimerRecord> = changedOf(change, timerType);
  const hasTimer = timer.put.length + timer.removed.length > 0;
  const set = {
    ...(meeting && meetingFields(meeting)),
    ...(discussion && discussionFields(discussion)),
    ...(hasTimer && timerColumns(timer.put[0] ?? null, phaseSince(change.after))),
  };
  if (Object.keys(set).length === 0) return;
  await tx.update(meetings).set(set).where(eq(meetings.id, on.meetingId));
}

/** The types of records that `writeRecordRows` writes. */
export const typesWithRows: readonly string[] = [
  meetingType,
  timerType,
  discussionType,
  noteType,
  groupType,
  commentType,
  voteType,
  reactionType,
  readyType,
  votedType,
  turnType,
].map(({ type }) => type);

/** Call under the board's lock. */
export async function writeRecordRows(tx: Tx, change: BoardChange, on: RowContext): Promise<void> {
  // Rows refer to those before them.
  await Promise.all([
    writeMeeting(tx, change, on),
    writeNotes(tx, change, on),
    writeGroups(tx, change, on),
    writeComments(tx, change, on),
    writeVotes(tx, change, on),
    writeReactions(tx, change, on),
    writeMarks(tx, change, on),
  ]);
}
