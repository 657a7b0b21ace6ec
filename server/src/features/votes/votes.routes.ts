import { ChangeHeaders } from '@wentwell/contract/change-headers';
import { MeetingId, TopicId } from '@wentwell/contract/ids';
import { Vote, VoteInput, VotesFinished, VotesFinishedInput } from '@wentwell/contract/votes';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { VotesService } from './votes.service.ts';

const tags = ['Votes'];
const params = z.object({ meetingId: MeetingId });
const ofTopic = params.extend({ topicId: TopicId });

export function votesRoutes(api: Api, votes: VotesService): void {
  api.put(
    '/meetings/:meetingId/topics/:topicId/votes',
    {
      schema: {
        tags,
        summary: 'Vote on a topic',
        description:
          "Sets the caller's number of votes on a group, or on a note in none, outside the column for action items: by a " +
          'member, while the phase is voting. Above either limit of the meeting it is refused and changes nothing. ' +
          'Nobody else is told the number.',
        headers: ChangeHeaders,
        params: ofTopic,
        body: VoteInput,
        response: { 200: Vote, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await votes.vote(commandOf(request), request.params, request.body)),
  );

  api.put(
    '/meetings/:meetingId/votes/finished',
    {
      schema: {
        tags,
        summary: 'Say that one is done voting',
        description:
          'By a member, while the phase is voting, with whose end it ends; votes can still be changed. Answers with ' +
          'everybody who is done.',
        headers: ChangeHeaders,
        params,
        body: VotesFinishedInput,
        response: { 200: VotesFinished, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await votes.finish(commandOf(request), request.params.meetingId, request.body),
      ),
  );
}
