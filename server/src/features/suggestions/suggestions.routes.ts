import { EarlierTopic, GroupSuggestion, SimilarNote } from '@wentwell/contract/suggestions';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { SuggestionsService } from './suggestions.service.ts';

export function suggestionsRoutes(api: Api, suggestions: SuggestionsService): void {
  callsOf(api, 'Groups').answer('GET /meetings/:meetingId/group-suggestions', {
    operationId: 'suggestGroups',
    summary: 'Suggest groups',
    description:
      'By the meeting owner alone, while notes can be grouped: which open notes that are in no group belong ' +
      'together, by what they say; the largest group first. A note is in one of them at most. It changes nothing, ' +
      'and everything is computed on this server.',
    config: { requestCost: 20, isBatch: true },
    answers: { 200: z.array(GroupSuggestion) },
    refuses: [403, 409],
    run: ({ caller, params }) => suggestions.groups(caller, params.meetingId),
  });

  callsOf(api, 'Notes').answer('GET /meetings/:meetingId/notes/:noteId/similar', {
    operationId: 'findSimilarNotes',
    summary: 'Find similar notes',
    description:
      'The open notes of the board that are most like this one, the most alike first, 20 at most. Face-down notes ' +
      'are not compared: of one the list is empty, also for its author.',
    config: { requestCost: 10 },
    answers: { 200: z.array(SimilarNote) },
    run: ({ caller, params }) => suggestions.similar(caller, params),
  });

  callsOf(api, 'Discussion').answer('GET /meetings/:meetingId/topics/:topicId/earlier', {
    operationId: 'findEarlierTopics',
    summary: 'Find when a topic came up before',
    description:
      'The closed retros of the team with notes on the topic, the newest first, 10 at most, each with the action items ' +
      'that it led to. Face-down notes are not compared: of such a topic the list is empty. Nobody is named.',
    config: { requestCost: 10, isBatch: true },
    answers: { 200: z.array(EarlierTopic) },
    run: ({ caller, params }) => suggestions.earlier(caller, params),
  });
}
