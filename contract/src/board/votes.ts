// Votes as records. A vote hangs on one note of its topic and is its owner's secret; the totals are records of their
// own, which exist while everybody may see them.
import { z } from 'zod';

import { type ColumnId, holdsActions } from '../columns.ts';
import { NoteId, type TopicId, UserId } from '../ids.ts';
import {
  type OwnVotes,
  showsTotals,
  TopicTotal,
  type Votes,
  votesLeft,
  type VoteTotals,
} from '../votes.ts';
import type { BoardState } from './board.ts';
import type { Derivation } from './cascade.ts';
import { groupType } from './groups.ts';
import { importedCountsType } from './imported-counts.ts';
import { getMeeting, meetingType, presentMarks, votedType } from './meeting.ts';
import { noteType, type NoteRecord } from './notes.ts';
import { type BoardRecord, defineRecordType } from './record.ts';

const Vote = z.object({
  type: z.literal('vote'),
  /** Of note and user; only its owner receives it. */
  id: z.string(),
  note_id: NoteId,
  user_id: UserId,
  count: z.number().int().min(1),
});
export type VoteRecord = z.infer<typeof Vote>;
export const voteType = defineRecordType<VoteRecord>({
  type: 'vote',
  schema: Vote,
  views: (vote) => ({
    publicView: null,
    privateView: { owner: `user:${vote.user_id}`, record: vote },
  }),
});

/** The total of a topic, whose id it has. */
const Tally = TopicTotal.extend({ type: z.literal('tally'), id: z.string() });
export type TallyRecord = z.infer<typeof Tally>;
export const tallyType = defineRecordType<TallyRecord>({
  type: 'tally',
  schema: Tally,
  isDerived: true,
});

function topicOf({ id, group_id }: NoteRecord): TopicId {
  return group_id ?? id;
}

function columnOf(board: BoardState, note: NoteRecord): ColumnId {
  const group = note.group_id && board.get(groupType, note.group_id);
  return group ? group.column_id : note.note_type;
}

/** Undefined for a note that is gone, or stands in the column for action items: votes on it do not count. */
function topicOfVote(board: BoardState, { note_id }: VoteRecord): TopicId | undefined {
  const note = board.get(noteType, note_id);
  if (!note || holdsActions(getMeeting(board).columns, columnOf(board, note))) return undefined;
  return topicOf(note);
}

/** The votes of each person by topic, as far as this board holds them. */
export function countVotes(board: BoardState): Map<UserId, OwnVotes> {
  const ballots = new Map<UserId, OwnVotes>();
  for (const vote of board.all(voteType)) {
    const topic = topicOfVote(board, vote);
    if (topic === undefined) continue;
    const own = ballots.get(vote.user_id) ?? {};
    ballots.set(vote.user_id, { ...own, [topic]: (own[topic] ?? 0) + vote.count });
  }
  return ballots;
}

function computeTotals(board: BoardState): Map<string, TopicTotal> {
  const totals = new Map<string, TopicTotal>();
  for (const { id, votes } of board.all(importedCountsType)) {
    const note = board.get(noteType, id);
    if (note && votes) totals.set(topicOf(note), votes);
  }
  for (const own of countVotes(board).values()) {
    for (const [topic, count] of Object.entries(own)) {
      const { votes, voters } = totals.get(topic) ?? { votes: 0, voters: 0 };
      totals.set(topic, { votes: votes + count, voters: voters + 1 });
    }
  }
  return totals;
}

/** What a change of one note, of its group, or of the meeting's columns or phase means for totals is all of them. */
const changesAllTotals: readonly string[] = [meetingType.type, groupType.type, noteType.type];

function affectedTopics(record: BoardRecord, board: BoardState): readonly string[] | 'all' {
  if (changesAllTotals.includes(record.type)) return 'all';
  if (record.type !== voteType.type) return [];
  const topic = topicOfVote(board, Vote.parse(record));
  return topic === undefined ? [] : [topic];
}

export const tallies: Derivation<TallyRecord> = {
  recordType: tallyType,
  affectedIds: affectedTopics,
  derive(board, ids) {
    if (!showsTotals(getMeeting(board))) return [];
    return [...computeTotals(board)]
      .filter(([id]) => ids === 'all' || ids.includes(id))
      .map(([id, total]) => ({ type: 'tally' as const, id, ...total }));
  },
};

/** As `userId` sees them. */
export function presentVotes(board: BoardState, userId: UserId | null): Votes {
  const meeting = getMeeting(board);
  const mine = (userId && countVotes(board).get(userId)) ?? {};
  const totals: VoteTotals = Object.fromEntries(
    board.all(tallyType).map(({ id, votes, voters }) => [id, { votes, voters }]),
  );
  return {
    mine,
    left: votesLeft(mine, meeting.settings),
    voted: presentMarks(board, votedType),
    totals: showsTotals(meeting) ? totals : null,
  };
}
