// All rows of a board, by prepared statements that are sent together.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { agreedIn, actions } from '#server/features/actions/actions.table';
import { checkIns, checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import {
  type BoardRow,
  boardRow,
  headOfMeeting,
  meetings,
} from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import {
  reactions,
  selectReactions,
  unnamedReactions,
} from '#server/features/reactions/reactions.table';
import { readyMarks } from '#server/features/ready/ready.table';
import { votes, votesFinished } from '#server/features/votes/votes.table';
import { preparePerConnection, type Queries } from '#server/platform/db/database';
import { notFound } from '#server/platform/http/api-error';

import { boardRecords } from './board-records.table.ts';

const meetingId = sql.placeholder('meetingId');

const isOf = (table: { meetingId: PgColumn }) => eq(table.meetingId, meetingId);

const prepared = preparePerConnection((queries: Queries) => ({
  notes: queries
    .select()
    .from(notes)
    .where(and(isOf(notes), isNull(notes.deletedAt)))
    .orderBy(asc(notes.position))
    .prepare('board_notes'),
  groups: queries.select().from(groups).where(isOf(groups)).prepare('board_groups'),
  // Includes those on deleted notes, which count again when the note is restored.
  votes: queries.select().from(votes).where(isOf(votes)).prepare('board_votes'),
  finished: queries
    .select()
    .from(votesFinished)
    .where(isOf(votesFinished))
    .prepare('board_votes_finished'),
  comments: queries
    .select()
    .from(comments)
    .where(and(isOf(comments), isNull(comments.deletedAt)))
    .prepare('board_comments'),
  reactions: selectReactions(queries, isOf(reactions), isOf(unnamedReactions)).prepare(
    'board_reactions',
  ),
  actions: queries
    .select()
    .from(actions)
    .where(agreedIn(meetingId))
    .orderBy(asc(actions.id))
    .prepare('board_actions'),
  ready: queries.select().from(readyMarks).where(isOf(readyMarks)).prepare('board_ready'),
  turns: queries
    .select()
    .from(checkInTurns)
    .where(isOf(checkInTurns))
    .prepare('board_check_in_turns'),
  others: queries.select().from(boardRecords).where(isOf(boardRecords)).prepare('board_records'),
}));
type PreparedQueries = ReturnType<typeof prepared>;
type BoardRows = {
  [Name in keyof PreparedQueries]: Awaited<ReturnType<PreparedQueries[Name]['execute']>>;
};

const preparedCheckIn = preparePerConnection((queries: Queries) =>
  queries.select().from(checkIns).where(isOf(checkIns)).prepare('board_check_in'),
);

/** Read apart from the board, because scores change without a new seq. */
export async function readCheckInRow(queries: Queries, id: MeetingId) {
  const [row] = await preparedCheckIn(queries).execute({ meetingId: id });
  return row;
}

// Includes deleted notes, because their votes and reactions stay.
const preparedNoteIds = preparePerConnection((queries: Queries) =>
  queries
    .select({ id: notes.id, publicId: notes.publicId })
    .from(notes)
    .where(and(isOf(notes), isNotNull(notes.publicId)))
    .prepare('board_note_ids'),
);

/** Rows of notes, deleted or not, whose id differs from the note's. */
export function readNoteIds(queries: Queries, id: MeetingId) {
  return preparedNoteIds(queries).execute({ meetingId: id });
}

/** Throws NOT_FOUND for a deleted meeting. */
export async function readMeeting(queries: Queries, id: MeetingId): Promise<BoardRow> {
  const isLiving = and(eq(meetings.id, id), isNull(meetings.deletedAt));
  const [found = notFound()] = await queries
    .select(boardRow)
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .where(isLiving);
  return found;
}

/** The rows of a board that change only with its seq. The caller has checked access. */
export async function readBoardRows(queries: Queries, id: MeetingId): Promise<BoardRows> {
  const read = Object.entries(prepared(queries)).map(
    async ([name, query]) => [name, await query.execute({ meetingId: id })] as const,
  );
  // Safe: each name has the rows of its query.
  return Object.fromEntries(await Promise.all(read)) as BoardRows;
}
