import { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { EarlierTopic, GroupSuggestion, SimilarNote } from '@wentwell/contract/suggestions';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';

import type { SuggestionsService } from './suggestions.service.ts';

const boardParams = z.object({ meetingId: MeetingId });
const topicParams = z.object({ meetingId: MeetingId, topicId: TopicId });
const noteParams = z.object({ meetingId: MeetingId, noteId: NoteId });

export function suggestionsRoutes(api: Api, suggestions: SuggestionsService): void {
  api.get(
    '/meetings/:meetingId/group-suggestions',
    {
      config: { requestCost: 20, isBatch: true },
      schema: {
        tags: ['Groups'],
        operationId: 'suggestGroups',
        summary: 'Suggest groups',
        description:
          'By the meeting owner alone, while notes can be grouped: which open notes that are in no group belong ' +
          'together, by what they say; the largest group first. A note is in one of them at most. It changes nothing, ' +
          'and everything is computed on this server.',
        params: boardParams,
        response: { 200: z.array(GroupSuggestion), ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => suggestions.groups(callerOf(request), request.params.meetingId),
  );

  api.get(
    '/meetings/:meetingId/notes/:noteId/similar',
    {
      config: { requestCost: 10 },
      schema: {
        tags: ['Notes'],
        operationId: 'findSimilarNotes',
        summary: 'Find similar notes',
        description:
          'The open notes of the board that are most like this one, the most alike first, 20 at most. Face-down notes ' +
          'are not compared: of one the list is empty, also for its author.',
        params: noteParams,
        response: { 200: z.array(SimilarNote), ...errorResponses(404) },
      },
    },
    async (request) => suggestions.similar(callerOf(request), request.params),
  );

  api.get(
    '/meetings/:meetingId/topics/:topicId/earlier',
    {
      config: { requestCost: 10, isBatch: true },
      schema: {
        tags: ['Discussion'],
        operationId: 'findEarlierTopics',
        summary: 'Find when a topic came up before',
        description:
          'The closed retros of the team with notes on the topic, the newest first, 10 at most, each with the action items ' +
          'that it led to. Face-down notes are not compared: of such a topic the list is empty. Nobody is named.',
        params: topicParams,
        response: { 200: z.array(EarlierTopic), ...errorResponses(404) },
      },
    },
    async (request) => suggestions.earlier(callerOf(request), request.params),
  );
}
