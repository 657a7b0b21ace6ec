// Writes the records of a change as rows. `read-board.ts` reads them.
import { actionType } from '@wentwell/contract/board/actions';
import { type ChangedBoard, changedOf } from '@wentwell/contract/board/changed';
import { type CheckInRecord, checkInType } from '@wentwell/contract/board/check-in';
import { type CommentRecord, commentType } from '@wentwell/contract/board/comments';
import { nextVersion } from '@wentwell/contract/board/context';
import { discussionType } from '@wentwell/contract/board/discussion';
import type { Facts } from '@wentwell/contract/board/facts';
import { boardRules } from '@wentwell/contract/board/features';
import { groupType } from '@wentwell/contract/board/groups';
import { importedCountsType } from '@wentwell/contract/board/imported-counts';
import { readyType, turnType, votedType } from '@wentwell/contract/board/marks';
import { getMeeting, meetingType, phaseSince, timerType } from '@wentwell/contract/board/meeting';
import { type NoteRecord, noteType } from '@wentwell/contract/board/notes';
import { type ReactionRecord, reactionType } from '@wentwell/contract/board/reactions';
import {
  type AnyRecordType,
  type BoardRecord,
  type RecordRef,
  serialize,
} from '@wentwell/contract/board/record';
import { type VoteRecord, voteType } from '@wentwell/contract/board/votes';
import type { MeetingId, NoteId, TeamId, UserId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';

import { checkIns, checkInTurns, placeOfQuestion } from '#server/features/check-in/check-ins.table';
import { comments, toCommentRow } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions, unnamedReactions } from '#server/features/reactions/reactions.table';
import { readyMarks } from '#server/features/ready/ready.table';
import { votes, votesFinished } from '#server/features/votes/votes.table';
import { toColumns } from '#server/platform/db/field-names';
import type { Deleter } from '#server/platform/http/caller';

import { boardRecords } from './board-records.table.ts';
import { writeMeeting } from './meeting-rows.ts';
import { type RowBatch, tableWriter } from './table-writer.ts';

/** Values of rows that records do not contain. */
export interface RowContext {
  meetingId: MeetingId;
  teamId: TeamId;
  /** The row before the change. */
  meeting: MeetingRow;
  /** All given scores, if the meeting may end. */
  scores: Facts['scores'] | undefined;
  /** The row id of a note. It differs from the note's id if another board has a row with that id. */
  rowIdOf(noteId: NoteId): NoteId;
  deletedAt: Date;
  deleterOf(rowId: string): Deleter;
  versionFloor: number;
  /** Whether the record has a deleted row. */
  isRestored(ref: RecordRef): boolean;
}

const writers = {
  notes: tableWriter(notes, { key: ['id'], kept: ['importedCounts'] }),
  groups: tableWriter(groups, { key: ['meetingId', 'id'], kept: ['createdAt', 'updatedAt'] }),
  comments: tableWriter(comments, { key: ['meetingId', 'id'] }),
  votes: tableWriter(votes, { key: ['userId', 'noteId'] }),
  reactions: tableWriter(reactions, { key: ['noteId', 'emoji', 'userId'] }),
  unnamedReactions: tableWriter(unnamedReactions, { key: ['noteId', 'emoji', 'authorHash'] }),
  // Calls write the answers, not changes of the board.
  checkIns: tableWriter(checkIns, { key: ['meetingId'], kept: ['scores', 'outcomes', 'checkUp'] }),
  others: tableWriter(boardRecords, { key: ['meetingId', 'type', 'id'] }),
};

const keyOfMark = { key: ['meetingId', 'userId'] } as const;
const markTables = [
  [readyType, tableWriter(readyMarks, keyOfMark)],
  [votedType, tableWriter(votesFinished, keyOfMark)],
  [turnType, tableWriter(checkInTurns, keyOfMark)],
] as const;

function authoredRow(
  { author_hash, author_name }: NoteRecord | CommentRecord,
  { meetingId, teamId }: RowContext,
) {
  return {
    meetingId,
    teamId,
    authorHash: author_hash ?? null,
    authorName: author_name ?? null,
    deletedAt: null,
    deletedBy: null,
    deletedByHash: null,
  };
}

/** Whether a record has no row yet, not even a deleted one. */
function isNewOn({ before }: ChangedBoard, { isRestored }: RowContext) {
  return (record: BoardRecord) => !before.find(record) && !isRestored(record);
}

/** Columns of a removed record, whose row can be restored. */
function deletedRow(
  { id, version }: { id: string; version: number },
  { deletedAt, deleterOf, versionFloor }: RowContext,
) {
  return {
    version: nextVersion(version, { versionFloor, isServer: true }),
    deletedAt,
    ...deleterOf(id),
  };
}

function writeNotes(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { put, removed } = changedOf(change, noteType);
  const rowOf = (note: NoteRecord) => {
    const id = on.rowIdOf(note.id);
    return {
      ...toColumns(note),
      ...authoredRow(note, on),
      id,
      publicId: id === note.id ? null : note.id,
      edited: note.edited ?? false,
    };
  };
  const isNew = isNewOn(change, on);
  const deleted = removed.map((note) => {
    const row = rowOf(note);
    return { ...row, groupId: null, ...deletedRow(row, on) };
  });
  const rows = batch.of(writers.notes);
  rows.put(put.filter(isNew).map(rowOf), { isNew: true });
  rows.put([...put.filter((note) => !isNew(note)).map(rowOf), ...deleted]);
}

/** Changes with an erased account or a restored note. An import writes its rows itself. */
function writeImportedCounts(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  for (const { id, votes, reactions } of changedOf(change, importedCountsType).put) {
    const isOfNote = eq(notes.id, on.rowIdOf(id));
    batch.other((tx) =>
      tx.update(notes).set({ importedCounts: { votes, reactions } }).where(isOfNote),
    );
  }
}

function writeComments(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { put, removed } = changedOf(change, commentType);
  const rowOf = (comment: CommentRecord) => ({
    ...toCommentRow(comment),
    ...authoredRow(comment, on),
    noteId: on.rowIdOf(comment.note_id),
  });
  // The rows of a deleted note's comments stay unchanged and return with the note.
  const alone = removed.filter(({ note_id }) => change.after.get(noteType, note_id));
  const deleted = alone.map((comment) => ({ ...rowOf(comment), ...deletedRow(comment, on) }));
  const isNew = isNewOn(change, on);
  const rows = batch.of(writers.comments);
  rows.put(put.filter(isNew).map(rowOf), { isNew: true });
  rows.put([...put.filter((each) => !isNew(each)).map(rowOf), ...deleted]);
}

function writeGroups(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { put, removed } = changedOf(change, groupType);
  const { meetingId, teamId } = on;
  const rows = batch.of(writers.groups);
  rows.put(put.map((group) => ({ ...toColumns(group), meetingId, teamId })));
  rows.remove(removed.map(({ id }) => ({ meetingId, id })));
}

function writeVotes(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { put, removed } = changedOf(change, voteType);
  const { meetingId, teamId } = on;
  const keyOfVote = ({ user_id, note_id }: VoteRecord) => ({
    userId: user_id,
    noteId: on.rowIdOf(note_id),
  });
  const rows = batch.of(writers.votes);
  rows.put(put.map((vote) => ({ ...keyOfVote(vote), meetingId, teamId, count: vote.count })));
  rows.remove(removed.map(keyOfVote));
}

function writeReactions(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
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
  const rows = batch.of(writers.reactions);
  rows.put(named(put));
  rows.remove(named(removed));
  const unnamedRows = batch.of(writers.unnamedReactions);
  unnamedRows.put(unnamed(put));
  unnamedRows.remove(unnamed(removed));
}

function writeMarks(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { meetingId, teamId } = on;
  const phaseStartedAt = phaseSince(getMeeting(change.after));
  const rowOf = ({ id: userId }: { id: UserId }) => ({ meetingId, teamId, userId, phaseStartedAt });
  for (const [markType, writer] of markTables) {
    const { put, removed } = changedOf<{ type: string; id: UserId }>(change, markType);
    const rows = batch.of(writer);
    rows.put(put.map(rowOf));
    rows.remove(removed.map(rowOf));
  }
}

function writeCheckIn(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  const { meetingId, teamId } = on;
  const { put } = changedOf(change, checkInType);
  const rowOf = ({ question, question_hidden: questionHidden }: CheckInRecord) => ({
    meetingId,
    teamId,
    question: placeOfQuestion(question),
    questionHidden,
  });
  batch.of(writers.checkIns).put(put.map(rowOf));
}

type WriteRows = (batch: RowBatch, change: ChangedBoard, on: RowContext) => void;

/** Rows reference rows of the tables before them. Types without a table are stored in `board_records`. */
const tables: readonly { types: readonly AnyRecordType[]; write: WriteRows }[] = [
  { types: [meetingType, timerType, discussionType], write: writeMeeting },
  { types: [noteType], write: writeNotes },
  { types: [importedCountsType], write: writeImportedCounts },
  { types: [groupType], write: writeGroups },
  { types: [commentType], write: writeComments },
  { types: [voteType], write: writeVotes },
  { types: [reactionType], write: writeReactions },
  { types: [readyType, votedType, turnType], write: writeMarks },
  { types: [checkInType], write: writeCheckIn },
];

// Action items belong to their team. The actions feature writes their rows.
const typesWithTable = new Set(
  [actionType, ...tables.flatMap(({ types }) => types)].map(({ type }) => type),
);

/** Records of all other types, stored in `board_records`. */
function writeOthers(
  batch: RowBatch,
  { patch }: ChangedBoard,
  { meetingId, teamId }: RowContext,
): void {
  const { recordTypes } = boardRules;
  const isOther = (ref: RecordRef) =>
    !typesWithTable.has(ref.type) && !recordTypes.of(ref).isDerived;
  const rows = batch.of(writers.others);
  rows.put(
    patch.put
      .filter(isOther)
      .map((record) => ({ meetingId, teamId, id: record.id, ...serialize(record) })),
  );
  rows.remove(patch.remove.filter(isOther).map(({ type, id }) => ({ meetingId, type, id })));
}

/** Adds the change's rows to the batch. Call under the board's lock. */
export function writeRecordRows(batch: RowBatch, change: ChangedBoard, on: RowContext): void {
  for (const { write } of tables) write(batch, change, on);
  writeOthers(batch, change, on);
}
