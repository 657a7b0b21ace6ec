import { type Column, type ColumnId, holdsActions } from '@wentwell/contract/columns';
import type { TopicId, UserId } from '@wentwell/contract/ids';
import {
  type OwnVotes,
  showsTotals,
  type TopicTotal,
  type Votes,
  votesLeft,
  type VoteTotals,
} from '@wentwell/contract/votes';
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

import type { groups } from '#server/features/groups/groups.table';
import { type MeetingRow, ofMeeting, toMeeting } from '#server/features/meetings/meetings.table';
import { markedNow, type PhaseMark, phaseMarks } from '#server/features/meetings/phase-marks.table';
import {
  importedCountsOf,
  noteIdOf,
  type NoteRow,
  ofNote,
} from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';

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

/** The votes of a board on its living notes. */
export function placeVotes(rows: {
  votes: readonly (typeof votes.$inferSelect)[];
  notes: readonly NoteRow[];
  groups: readonly (typeof groups.$inferSelect)[];
}): PlacedVote[] {
  const living = new Map(rows.notes.map((note) => [note.id, note]));
  const columns = new Map(rows.groups.map(({ id, columnId }) => [id, columnId]));
  return rows.votes.flatMap(({ userId, noteId, count }) => {
    const note = living.get(noteId);
    if (!note) return [];
    const groupColumn = (note.groupId && columns.get(note.groupId)) ?? null;
    return [{ userId, note, groupColumn, count }];
  });
}

/** Whether the note belongs to a topic: what stands in the column for action items is none. */
function isTopicNote(
  { note, groupColumn }: Pick<PlacedVote, 'note' | 'groupColumn'>,
  columns: readonly Column[],
): boolean {
  return !holdsActions(columns, groupColumn ?? note.noteType);
}

/**
 * All votes of each person by topic. Votes on what stands in the column for action items do not count: it is no topic,
 * and the person could not take them back.
 */
function toBallots(
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

function totalsOf(ballots: ReadonlyMap<UserId, OwnVotes>): VoteTotals {
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
