import { type Column, type ColumnId, holdsActions } from '@wentwell/contract/columns';
import type { MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
import {
  type OwnVotes,
  showsTotals,
  type TopicTotal,
  type Votes,
  votesLeft,
  type VoteTotals,
} from '@wentwell/contract/votes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

import { groups } from '#server/features/groups/groups.table';
import { type MeetingRow, ofMeeting, toMeeting } from '#server/features/meetings/meetings.table';
import { markedNow, type PhaseMark, phaseMarks } from '#server/features/meetings/phase-marks.table';
import {
  importedCountsOf,
  noteIdOf,
  type NoteRow,
  notes,
  ofNote,
} from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { preparedOn, type Queries } from '#server/platform/db/database';

/**
 * Votes hang on notes: those of a topic are the votes of its notes together, and follow them into groups and out of
 * them. Votes of a deleted note do not count; they are there again when it is restored.
 */
export const votes = pgTable(
  'votes',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    userId: ofUser(),
    noteId: ofNote(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.noteId] }),
    index('votes_board').on(table.meetingId),
    index('votes_note').on(table.noteId),
  ],
);

/** Who is done voting. */
export const votesFinished = phaseMarks('votes_finished');

/** A person's votes on one living note, and where it stands. */
export interface PlacedVote {
  userId: UserId;
  note: Pick<NoteRow, 'id' | 'publicId' | 'groupId' | 'noteType'>;
  /** The column of the note's group; null where it is in none. */
  groupColumn: ColumnId | null;
  count: number;
}

/** The columns of a note that stand for its topic, in queries that join `isGroupOfNote`. */
export const placedNote = {
  note: {
    id: notes.id,
    publicId: notes.publicId,
    groupId: notes.groupId,
    noteType: notes.noteType,
  },
  groupColumn: groups.columnId,
};
export const placedVote = { ...placedNote, userId: votes.userId, count: votes.count };
export const isLivingNote = and(eq(notes.id, votes.noteId), isNull(notes.deletedAt));
export const isGroupOfNote = and(
  eq(groups.meetingId, notes.meetingId),
  eq(groups.id, notes.groupId),
);

const findAll = preparedOn((queries: Queries) =>
  queries
    .select(placedVote)
    .from(votes)
    .innerJoin(notes, isLivingNote)
    .leftJoin(groups, isGroupOfNote)
    .where(eq(votes.meetingId, sql.placeholder('meetingId')))
    .prepare('find_votes'),
);

/** Everybody's votes on the living notes of a board. */
export function findVotes(queries: Queries, meetingId: MeetingId): Promise<PlacedVote[]> {
  return findAll(queries).execute({ meetingId });
}

/** Whether the note belongs to a topic: what stands in the column for action items is none. */
export function isTopicNote(
  { note, groupColumn }: Pick<PlacedVote, 'note' | 'groupColumn'>,
  columns: readonly Column[],
): boolean {
  return !holdsActions(columns, groupColumn ?? note.noteType);
}

/**
 * All votes of each person by topic. Votes on what stands in the column for action items do not count: it is no topic,
 * and the person could not take them back.
 */
export function toBallots(
  placed: readonly PlacedVote[],
  columns: readonly Column[],
): Map<UserId, OwnVotes> {
  const ballots = new Map<UserId, OwnVotes>();
  for (const each of placed) {
    const { userId, note, count } = each;
    if (count === 0 || !isTopicNote(each, columns)) continue;
    const topic: TopicId = note.groupId ?? noteIdOf(note);
    const own = ballots.get(userId) ?? {};
    ballots.set(userId, { ...own, [topic]: (own[topic] ?? 0) + count });
  }
  return ballots;
}

export function totalsOf(ballots: ReadonlyMap<UserId, OwnVotes>): VoteTotals {
  const totals = new Map<string, TopicTotal>();
  for (const own of ballots.values()) {
    for (const [topic, count] of Object.entries(own)) {
      const { votes: sum, voters } = totals.get(topic) ?? { votes: 0, voters: 0 };
      totals.set(topic, { votes: sum + count, voters: voters + 1 });
    }
  }
  return Object.fromEntries(totals);
}

/** Of a meeting that was imported: nobody here has cast them. */
function importedTotals(noteRows: readonly NoteRow[]): VoteTotals {
  return Object.fromEntries(
    noteRows.flatMap((row) => {
      const total = importedCountsOf(row)?.votes;
      return total ? [[row.groupId ?? noteIdOf(row), total] as const] : [];
    }),
  );
}

interface VoteRows {
  votes: readonly PlacedVote[];
  /** The living notes of the board. */
  notes: readonly NoteRow[];
  finished: readonly PhaseMark[];
}

/** The votes of a board as a viewer may see them. */
export function toVotes(row: MeetingRow, rows: VoteRows, viewer: UserId | null): Votes {
  const meeting = toMeeting(row);
  const ballots = toBallots(rows.votes, meeting.columns);
  const mine = (viewer && ballots.get(viewer)) ?? {};
  return {
    mine,
    left: votesLeft(mine, meeting.settings),
    voted: markedNow(row, rows.finished),
    totals: showsTotals(meeting) ? { ...importedTotals(rows.notes), ...totalsOf(ballots) } : null,
  };
}
