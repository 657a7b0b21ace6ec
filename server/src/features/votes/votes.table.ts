import type { MeetingId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import {
  type OwnVotes,
  showsTotals,
  type TopicTotal,
  type Votes,
  votesLeft,
  type VoteTotals,
} from '@wentwell/contract/votes';
import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import {
  type MeetingRow,
  meetings,
  phaseSince,
  toMeeting,
} from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow, notes } from '#server/features/notes/notes.table';
import { users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/**
 * Votes hang on notes: those of a topic are the votes of its notes together, and follow them into groups and out of
 * them. Votes of a deleted note do not count; they are there again when it is restored.
 */
export const votes = pgTable(
  'votes',
  {
    meetingId: uuid()
      .$type<MeetingId>()
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    noteId: uuid()
      .$type<NoteId>()
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.noteId] }),
    index('votes_board').on(table.meetingId),
    index('votes_note').on(table.noteId),
  ],
);

/** Who is done voting. It counts for the phase that began at `phaseStartedAt`, and for no other. */
export const votesFinished = pgTable(
  'votes_finished',
  {
    meetingId: uuid()
      .$type<MeetingId>()
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    phaseStartedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.userId] })],
);

export type VoteRow = typeof votes.$inferSelect;
type FinishedRow = typeof votesFinished.$inferSelect;

/** All votes of each person by topic; `noteRows` are the living notes of the board. */
export function toBallots(
  rows: readonly VoteRow[],
  noteRows: readonly NoteRow[],
): Map<UserId, OwnVotes> {
  const topics = new Map<NoteId, TopicId>(
    noteRows.map((note) => [note.id, note.groupId ?? noteIdOf(note)]),
  );
  const ballots = new Map<UserId, OwnVotes>();
  for (const { userId, noteId, count } of rows) {
    const topic = topics.get(noteId);
    if (topic === undefined || count === 0) continue;
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

/** Everybody who is done voting, in the order of their ids; nobody where the meeting is not live. */
export function toVoted(meeting: MeetingRow, rows: readonly FinishedRow[]): UserId[] {
  const since = phaseSince(meeting).getTime();
  if (meeting.status !== 'live') return [];
  return rows
    .filter((row) => row.phaseStartedAt.getTime() === since)
    .map(({ userId }) => userId)
    .toSorted();
}

interface VoteRows {
  votes: readonly VoteRow[];
  finished: readonly FinishedRow[];
  /** The living notes of the board. */
  notes: readonly NoteRow[];
}

/** The votes of a board as a viewer may see them. */
export function toVotes(row: MeetingRow, rows: VoteRows, viewer: UserId): Votes {
  const meeting = toMeeting(row);
  const ballots = toBallots(rows.votes, rows.notes);
  const mine = ballots.get(viewer) ?? {};
  return {
    mine,
    left: votesLeft(mine, meeting.settings),
    voted: toVoted(row, rows.finished),
    totals: showsTotals(meeting) ? totalsOf(ballots) : null,
  };
}
