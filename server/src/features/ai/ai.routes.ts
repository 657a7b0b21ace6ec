import {
  AiDraft,
  AiDraftInput,
  AiRequest,
  AiServiceState,
  AiSummary,
  AiSummaryInput,
  AiSummaryState,
} from '@wentwell/contract/ai-summary';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { AiSummariesService } from './ai.service.ts';

export function aiRoutes(api: Api, summaries: AiSummariesService): void {
  const { answer } = callsOf(api, 'Meetings');

  answer('GET /ai-service', {
    operationId: 'getAiService',
    summary: 'Get where drafts of summaries come from',
    description:
      'The service that the operator has set up, and its model; null where there is none.',
    answers: { 200: AiServiceState },
    run: () => summaries.state(),
  });

  answer('GET /meetings/:meetingId/ai-summary', {
    operationId: 'getAiSummary',
    summary: 'Get the published summary',
    description:
      'What the meeting owner or a team admin made of a draft; null where nothing is published, or the team has AI off.',
    answers: { 200: AiSummaryState },
    run: ({ caller, params }) => summaries.find(caller, params.meetingId),
  });

  answer('GET /meetings/:meetingId/ai-request', {
    operationId: 'getAiRequest',
    summary: 'Read what a draft would send',
    description:
      'By the meeting owner or a team admin, when the meeting is over: the text to the letter. It has no names, no face-down ' +
      'notes, and in an anonymous meeting no notes at all unless it agreed to that (`settings.ai_notes`). Nothing is sent.',
    config: { requestCost: 10 },
    answers: { 200: AiRequest },
    refuses: [403, 409],
    run: ({ caller, params }) => summaries.request(caller, params.meetingId),
  });

  answer('POST /meetings/:meetingId/ai-draft', {
    operationId: 'draftAiSummary',
    summary: 'Have a summary drafted',
    description:
      'Sends the text that `GET …/ai-request` told, named by its digest, and answers what came back. 409 where the meeting has ' +
      'changed since; 503 where the service gives no usable answer. Ten a day for an account, thirty for a team. The draft is stored nowhere.',
    config: { requestCost: 20 },
    body: AiDraftInput,
    answers: { 200: AiDraft },
    refuses: [403, 409],
    run: ({ caller, params, body }) => summaries.draft(caller, params.meetingId, body.digest),
  });

  answer('PUT /meetings/:meetingId/ai-summary', {
    operationId: 'publishAiSummary',
    summary: 'Publish a summary',
    description:
      'By the meeting owner or a team admin, when the meeting is over. It replaces what was published, and stands in the report ' +
      'with the name of the model and of whoever published it.',
    body: AiSummaryInput,
    answers: { 200: AiSummary },
    refuses: [403, 409],
    run: ({ caller, params, body }) => summaries.publish(caller, params.meetingId, body.text),
  });

  answer('DELETE /meetings/:meetingId/ai-summary', {
    operationId: 'removeAiSummary',
    summary: 'Take a published summary back',
    description: 'By the meeting owner or a team admin.',
    answers: { 204: z.null() },
    refuses: [403, 409],
    run: ({ caller, params }) => summaries.remove(caller, params.meetingId),
  });
}
