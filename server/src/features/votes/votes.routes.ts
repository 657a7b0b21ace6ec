import { presentMarks, votedType } from '@wentwell/contract/board/marks';
import { presentVotes } from '@wentwell/contract/board/votes';
import {
  Vote,
  VoteInput,
  VotesFinished,
  VotesFinishedInput,
} from '@wentwell/contract/discussion/votes';

import type { StoreDeps } from '#server/board/store';
import { type Api, callsOf } from '#server/platform/http/calls';

export function votesRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Votes');

  change('PUT /meetings/:meetingId/topics/:topicId/votes', {
    operationId: 'setVotes',
    config: { guests: 'write' },
    summary: 'Vote on a topic',
    description:
      'Sets the caller’s number of votes on a group or a single note outside the action column: by a member, ' +
      'in voting. Refused above either limit. The number is secret.',
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
    summary: 'Mark myself as done voting',
    description:
      'By a member, in voting, until its end; votes can still change. Returns everybody who is done.',
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
