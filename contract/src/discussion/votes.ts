// Votes (docs/retro.md ): visibility, limits, policy. Board commands: `board/votes.ts`.
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import type { PolicyResult } from '../errors.ts';
import { TopicId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import {
  isEditable,
  type Meeting,
  type MeetingNow,
  type MeetingSettings,
} from '../meetings/meetings.ts';
import type { Phase } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';

/** One user's votes by topic. Topics without votes are omitted. */
export const OwnVotes = z.record(TopicId, z.number().int().min(1));
export type OwnVotes = z.infer<typeof OwnVotes>;

export const TopicTotal = z.object({ votes: z.number().int(), voters: z.number().int() });
export type TopicTotal = z.infer<typeof TopicTotal>;

export function totalText({ votes, voters }: TopicTotal): string {
  if (votes === 0) return 'No votes';
  return `${votes} ${votes === 1 ? 'vote' : 'votes'} from ${voters} ${voters === 1 ? 'person' : 'people'}`;
}

export const VoteTotals = z.record(TopicId, TopicTotal);
export type VoteTotals = z.infer<typeof VoteTotals>;

/** The votes of a board as one user sees them. */
export const Votes = z.object({
  mine: OwnVotes,
  left: z.number().int().min(0),
  /** Users who have finished voting, sorted by id. */
  voted: z.array(UserId),
  /** Null until voting has ended. */
  totals: VoteTotals.nullable(),
});
export type Votes = z.infer<typeof Votes>;

/** PUT /meetings/{id}/topics/{topic_id}/votes: sets the caller's number of votes, so retries are idempotent. */
export const VoteInput = z
  .object({ count: wholeNumber(0, limits.votesPerPersonMax) })
  .meta({ examples: [{ count: 2 }] });

export const Vote = z.object({
  topic_id: TopicId,
  count: z.number().int(),
  left: z.number().int(),
});

export const VotesFinishedInput = z
  .object({ finished: z.boolean() })
  .meta({ examples: [{ finished: true }] });

/** Users who have finished voting, sorted by id. */
export const VotesFinished = z.object({ voted: z.array(UserId) });

function votesSpent(mine: OwnVotes): number {
  return Object.values(mine).reduce((sum, each) => sum + each, 0);
}

/** Never negative: votes that return with restored notes may exceed the limit. */
export function votesLeft(mine: OwnVotes, { votes_per_person }: MeetingSettings): number {
  return Math.max(0, votes_per_person - votesSpent(mine));
}

const phasesWithTotals: readonly Phase[] = ['discussing', 'closing_ready'];

/** Whether everybody sees the totals: after voting, and after the meeting. */
export function showsTotals({ phase, status }: MeetingNow): boolean {
  return phasesWithTotals.includes(phase) || !isEditable(status);
}

function checkVoting(who: TeamContext, meeting: MeetingNow): PolicyResult {
  if (who.role === null) return 'TEAM_MEMBER_ONLY';
  if (meeting.status !== 'live') return 'MEETING_NOT_LIVE';
  if (meeting.phase === 'voting') return 'allowed';
  return phasesWithTotals.includes(meeting.phase) ? 'VOTING_OVER' : 'VOTING_NOT_YET';
}

interface VoteChange {
  /** The caller's votes on all topics before the change. */
  mine: OwnVotes;
  topicId: TopicId;
  count: number;
}

export type VoteLimits = Pick<MeetingSettings, 'votes_per_person' | 'votes_per_topic'>;

export const votePolicy = {
  finish: checkVoting,
  /** Limits can only rise, independent of the votes given: an error could reveal how many votes somebody has used. */
  changeLimits: (before: VoteLimits, after: VoteLimits, hasBegun: boolean): PolicyResult => {
    const isLowered =
      after.votes_per_person < before.votes_per_person ||
      after.votes_per_topic < before.votes_per_topic;
    return hasBegun && isLowered ? 'VOTE_LIMITS_RISE' : 'allowed';
  },
  /** Lowering is always allowed, because merged topics may exceed the limit. */
  vote: (
    who: TeamContext,
    meeting: MeetingNow & Pick<Meeting, 'settings'>,
    { mine, topicId, count }: VoteChange,
  ): PolicyResult => {
    const now = checkVoting(who, meeting);
    if (now !== 'allowed') return now;
    const before = mine[topicId] ?? 0;
    if (count <= before) return 'allowed';
    if (count > meeting.settings.votes_per_topic) return 'VOTES_PER_TOPIC';
    const spent = votesSpent(mine) - before + count;
    return spent > meeting.settings.votes_per_person ? 'NO_VOTES_LEFT' : 'allowed';
  },
} as const;
