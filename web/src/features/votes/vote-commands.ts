// The commands of a voter: how many votes they give to a topic, and that they are done voting.
import type { Board } from '@wentwell/contract/board';
import { type MeetingId, TopicId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { topicsOf } from '@wentwell/contract/topics';
import { withMark } from '@wentwell/contract/user-marks';
import { Vote, VotesFinished, votesLeft } from '@wentwell/contract/votes';
import { z } from 'zod';

import { ApiError, errorText, request } from '#web/api/request';
import type { Command, Conflict, DeserializeCommand, Inverse } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

const VoteIntent = z.object({
  topicId: TopicId,
  count: z.number().int().min(0).max(limits.votesPerPersonMax),
});
type VoteIntent = z.infer<typeof VoteIntent>;

const FinishedIntent = z.object({ finished: z.boolean() });
type FinishedIntent = z.infer<typeof FinishedIntent>;

export interface VoteCommands {
  vote(intent: VoteIntent): Command;
  finish(intent: FinishedIntent): Command;
  deserialize: DeserializeCommand;
}

const voteKind = 'vote';
const finishedKind = 'votes-finished';
const votingOver: Conflict = { conflict: 'Voting is over.' };
const topicGone: Conflict = { conflict: 'This topic is no longer on the board.' };

export function voteCommands(context: { meetingId: MeetingId; userId: UserId }): VoteCommands {
  const { meetingId, userId } = context;
  const path = `/api/v1/meetings/${meetingId}`;
  // One queue for all topics: a vote that moves is first taken back and then given, or the limit would refuse it.
  const queue = { queueKey: 'votes', startsQueue: false, mergesDuplicates: true } as const;

  function vote(intent: VoteIntent): Command {
    const { topicId, count } = intent;
    return {
      ...queue,
      kind: voteKind,
      input: intent,
      shownOn: topicId,
      optimisticUpdate: (board) => withVote(board, intent),
      inverse: (before) => restoring(intent, before),
      async send(key, signal) {
        const headers = { 'Idempotency-Key': key };
        const url = `${path}/topics/${topicId}/votes`;
        await request({ path: url, method: 'PUT', body: { count }, headers, signal, schema: Vote });
        return {
          isConfirmed: (board) => !isVoting(board) || (board.votes.mine[topicId] ?? 0) === count,
        };
      },
      onRefused: (error) => reportRefusal(error, 'Your vote was not counted'),
    };
  }

  function restoring({ topicId, count }: VoteIntent, before: Board): Inverse | null {
    const earlier = before.votes.mine[topicId] ?? 0;
    if (earlier === count) return null;
    return {
      title: earlier < count ? 'Vote given' : 'Vote taken back',
      undoneTitle: earlier < count ? 'Vote taken back again' : 'Vote given again',
      // The card shows it, and has the button that takes it back.
      isQuiet: true,
      command: (now) => {
        if (!isVoting(now)) return votingOver;
        if (!hasTopic(now, topicId)) return topicGone;
        return vote({ topicId, count: earlier });
      },
    };
  }

  function finish(intent: FinishedIntent): Command {
    const { finished } = intent;
    return {
      ...queue,
      kind: finishedKind,
      input: intent,
      optimisticUpdate: (board) => withFinished(board, userId, finished),
      async send(key, signal) {
        const headers = { 'Idempotency-Key': key };
        const url = `${path}/votes/finished`;
        await request({
          path: url,
          method: 'PUT',
          body: intent,
          headers,
          signal,
          schema: VotesFinished,
        });
        return {
          isConfirmed: (board) =>
            !isVoting(board) || board.votes.voted.includes(userId) === finished,
        };
      },
      onRefused(error, board) {
        // The phase went on: there is nothing left to be done with.
        if (error instanceof ApiError && error.status === 409 && board && !isVoting(board)) return;
        reportRefusal(error, 'Error telling the others');
      },
    };
  }

  return {
    vote,
    finish,
    deserialize: (kind, input) => {
      if (kind === voteKind) {
        const intent = VoteIntent.safeParse(input).data;
        return intent ? vote(intent) : null;
      }
      const intent = kind === finishedKind ? FinishedIntent.safeParse(input).data : undefined;
      return intent ? finish(intent) : null;
    },
  };
}

function reportRefusal(error: unknown, title: string): void {
  toast.error({ title, description: errorText(error), id: 'votes-refused' });
}

function isVoting({ phase }: Board): boolean {
  return phase.phase === 'voting';
}

function hasTopic({ notes, groups, meeting }: Board, topicId: TopicId): boolean {
  return topicsOf({ notes, groups, columns: meeting.columns }).some(({ id }) => id === topicId);
}

function withVote(board: Board, { topicId, count }: VoteIntent): Board {
  if (!isVoting(board)) return board;
  const { [topicId]: _, ...others } = board.votes.mine;
  const mine = count === 0 ? others : { ...others, [topicId]: count };
  return {
    ...board,
    votes: { ...board.votes, mine, left: votesLeft(mine, board.meeting.settings) },
  };
}

function withFinished(board: Board, userId: UserId, finished: boolean): Board {
  if (!isVoting(board)) return board;
  const voted = withMark(board.votes.voted, userId, finished);
  return { ...board, votes: { ...board.votes, voted } };
}
