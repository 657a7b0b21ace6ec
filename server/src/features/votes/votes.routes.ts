import { presentMarks, votedType } from '@wentwell/contract/board/marks';
import { presentVotes } from '@wentwell/contract/board/votes';
import { Vote, VoteInput, VotesFinished, VotesFinishedInput } from '@wentwell/contract/votes';

import type { BoardStore } from '#server/board/store';
import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

export function votesRoutes(api: Api, store: BoardStore): void {
  const { change } = callsOf(api, 'Votes');

  change('PUT /meetings/:meetingId/topics/:topicId/votes', {
    operationId: 'setVotes',
    config: { guests: 'write' },
    summary: 'Vote on a topic',
    description:
      "Sets the caller's number of votes on a group, or on a note in none, outside the column for action items: by a " +
      'member, while the phase is voting. Above either limit of the meeting it is refused and changes nothing. ' +
      'Nobody else is told the number.',
    body: VoteInput,
    answers: { 200: Vote },
    run: ({ command, params: { meetingId, topicId: topic_id }, body: { count } }) =>
      store.change(command, meetingId, {
        name: 'vote.set',
        input: { topic_id, count },
        answer: ({ board }) => {
          const { mine, left } = presentVotes(board, command.userId);
          return { status: 200, body: { topic_id, count: mine[topic_id] ?? 0, left } };
        },
      }),
  });

  change('PUT /meetings/:meetingId/votes/finished', {
    operationId: 'setVotesFinished',
    config: { guests: 'write' },
    summary: 'Say that one is done voting',
    description:
      'By a member, while the phase is voting, with whose end it ends; votes can still be changed. Answers with ' +
      'everybody who is done.',
    body: VotesFinishedInput,
    answers: { 200: VotesFinished },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'voted.set',
        input: body,
        answer: ({ board }) => ({
          status: 200,
          body: { voted: presentMarks(board, votedType) },
        }),
      }),
  });
}
