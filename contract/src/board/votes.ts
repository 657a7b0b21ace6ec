// A vote belongs to a note, and only its owner sees it. Totals are records while they are public.
import { z } from 'zod';

import { topicIdOf } from '../discussion/topics.ts';
import {
  type OwnVotes,
  showsTotals,
  TopicTotal,
  VoteInput,
  votePolicy,
  Votes,
  votesLeft,
  type VoteTotals,
} from '../discussion/votes.ts';
import { NoteId, TopicId, UserId } from '../ids.ts';
import type { BoardState } from './board.ts';
import type { Derivation, Guard } from './cascade.ts';
import type { Patch } from './change.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { reject, requirePolicy } from './context.ts';
import { groupType, isForActions } from './groups.ts';
import { type ImportedCountsRecord, importedCountsType } from './imported-counts.ts';
import { presentMarks, votedType } from './marks.ts';
import { changedMeeting, getMeeting, meetingNow, meetingType } from './meeting.ts';
import { noteType, type NoteRecord, sortByPosition } from './notes.ts';
import { type BoardRecord, defineRecordType, type RecordRef } from './record.ts';

const Vote = z.object({
  type: z.literal('vote'),
  /** Combines note id and user id. Only the owner receives it. */
  id: z.string(),
  note_id: NoteId,
  user_id: UserId,
  count: z.number().int().min(1),
});
export type VoteRecord = z.infer<typeof Vote>;
export const voteType = defineRecordType(Vote, {
  views: (vote) => ({
    publicView: null,
    privateView: { owner: `user:${vote.user_id}`, record: vote },
  }),
  noteOf: ({ note_id }) => note_id,
});

/** The total of a topic. `id` is the topic's id. */
const Tally = TopicTotal.extend({ type: z.literal('tally'), id: z.string() });
export type TallyRecord = z.infer<typeof Tally>;
export const tallyType = defineRecordType(Tally, {
  isDerived: true,
});

/** Undefined for a note that was removed or is in the column for action items. Votes on it do not count. */
function topicOfVote(
  board: BoardState,
  { note_id }: Pick<VoteRecord, 'note_id'>,
): TopicId | undefined {
  const note = board.get(noteType, note_id);
  return note && !isForActions(board, note) ? topicIdOf(note) : undefined;
}

/** Each user's votes by topic, as far as this board has them. */
export function countVotes(board: BoardState): ReadonlyMap<UserId, OwnVotes> {
  const ballots = new Map<UserId, OwnVotes>();
  for (const vote of board.all(voteType)) {
    const topic = topicOfVote(board, vote);
    if (topic === undefined) continue;
    const own = ballots.get(vote.user_id) ?? {};
    ballots.set(vote.user_id, { ...own, [topic]: (own[topic] ?? 0) + vote.count });
  }
  return ballots;
}

/** The totals of all topics, even while they are secret. Requires the full board. */
export function computeTotals(board: BoardState): Map<string, TopicTotal> {
  const totals = new Map<string, TopicTotal>();
  const add = (topic: string, { votes, voters }: TopicTotal): void => {
    const before = totals.get(topic) ?? { votes: 0, voters: 0 };
    totals.set(topic, { votes: before.votes + votes, voters: before.voters + voters });
  };
  for (const { id, votes } of board.all(importedCountsType)) {
    const topic = topicOfVote(board, { note_id: id });
    if (topic !== undefined && votes) add(topic, votes);
  }
  for (const own of countVotes(board).values()) {
    for (const [topic, votes] of Object.entries(own)) add(topic, { votes, voters: 1 });
  }
  // An erased account's votes in a group count one person, on one note. If the group dissolves, each other note without
  // voters still shows one.
  for (const [topic, { votes, voters }] of totals) {
    if (votes > 0 && voters === 0) totals.set(topic, { votes, voters: 1 });
  }
  return totals;
}

/**
 * The person's votes as counts without a person. If erasing an account lowered a total, the difference would reveal its
 * votes. Counts belong to the notes of the votes. Votes on `removed` and deleted notes go with their note.
 */
export function unnamedVotes(
  board: BoardState,
  userId: UserId,
  removed: readonly RecordRef[],
): ImportedCountsRecord[] {
  const topics = new Set<TopicId>();
  return board.all(voteType).flatMap(({ note_id: id, user_id, count }) => {
    const note = board.get(noteType, id);
    if (user_id !== userId || !note || removed.includes(note)) return [];
    const { votes, reactions = [] } = board.get(importedCountsType, id) ?? {};
    const { votes: before, voters } = votes ?? { votes: 0, voters: 0 };
    const isCounted = topics.has(topicIdOf(note));
    topics.add(topicIdOf(note));
    const total = { votes: before + count, voters: voters + (isCounted ? 0 : 1) };
    return [{ type: 'imported_counts', id, votes: total, reactions }];
  });
}

interface TopicVotes {
  /** Oldest first. */
  notes: readonly NoteRecord[];
  userId: UserId;
  wanted: number;
}

/** Adds votes to the topic's oldest note, and removes votes from its newest notes first. */
function distributeVotes(board: BoardState, { notes, userId, wanted }: TopicVotes): Patch {
  const votes = notes.map(({ id }) => ({
    type: 'vote' as const,
    id: `${id}:${userId}`,
    note_id: id,
    user_id: userId,
    count: board.get(voteType, `${id}:${userId}`)?.count ?? 0,
  }));
  let excess = votes.reduce((sum, { count }) => sum + count, 0) - wanted;
  const [oldest] = votes;
  if (oldest && excess < 0) {
    const more: VoteRecord = { ...oldest, count: oldest.count - excess };
    return { put: [more], remove: [] };
  }
  const changed = votes.toReversed().flatMap((vote) => {
    const taken = Math.min(vote.count, excess);
    excess -= taken;
    return taken > 0 ? [{ ...vote, count: vote.count - taken }] : [];
  });
  return {
    put: changed.filter(({ count }) => count > 0),
    remove: changed.filter(({ count }) => count === 0),
  };
}

const setVotes = defineCommand({
  name: 'vote.set',
  input: VoteInput.extend({ topic_id: TopicId }),
  decide(board, { topic_id: topicId, count }, context) {
    const { caller } = context;
    const meeting = meetingNow(board, context);
    const notes = sortByPosition(board.all(noteType)).filter(
      (note) => topicIdOf(note) === topicId && !isForActions(board, note),
    );
    if (notes.length === 0) reject('NOT_FOUND');
    const mine = countVotes(board).get(caller.userId) ?? {};
    requirePolicy(votePolicy.vote(caller, meeting, { mine, topicId, count }));
    if ((mine[topicId] ?? 0) === count) return null;
    return distributeVotes(board, { notes, userId: caller.userId, wanted: count });
  },
  inverse: ({ topic_id }, before, { userId }) => ({
    name: 'vote.set',
    input: { topic_id, count: countVotes(before).get(userId)?.[topic_id] ?? 0 },
  }),
});

const keepVoteLimits: Guard = (patch, before) => {
  const next = changedMeeting(patch);
  if (!next) return null;
  const { settings, phase } = getMeeting(before);
  // A meeting that returns to an earlier phase keeps its votes.
  const hasBegun = phase === 'voting' || before.all(voteType).length > 0;
  const result = votePolicy.changeLimits(settings, next.settings, hasBegun);
  return result === 'allowed' ? null : result;
};

/** Changes of these records can move votes between any topics. */
const changesAllTotals: readonly string[] = [meetingType.type, groupType.type, noteType.type];

function affectedTopics(record: BoardRecord, board: BoardState): readonly string[] | 'all' {
  if (changesAllTotals.includes(record.type)) return 'all';
  if (record.type !== voteType.type) return [];
  const topic = topicOfVote(board, Vote.parse(record));
  return topic === undefined ? [] : [topic];
}

const tallies: Derivation<TallyRecord> = {
  recordType: tallyType,
  affectedIds: affectedTopics,
  derive(board, ids) {
    if (!showsTotals(getMeeting(board))) return [];
    return [...computeTotals(board)]
      .filter(([id]) => ids === 'all' || ids.includes(id))
      .map(([id, total]) => ({ type: 'tally' as const, id, ...total }));
  },
};

export const votesFeature = {
  recordTypes: [voteType, tallyType],
  commands: [setVotes],
  guards: [keepVoteLimits],
  derivations: [tallies],
  shape: { votes: Votes },
  present: (view, userId) => ({ votes: presentVotes(view, userId) }),
  isReported: ({ votes }: { votes: Votes }) =>
    Object.values(votes.totals ?? {}).some((total) => total.votes > 0),
} satisfies ShownFeature;

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
