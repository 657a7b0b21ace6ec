import { ChangeHeaders } from '@wentwell/contract/change-headers';
import { Discussion, DiscussionInput, ExtendInput } from '@wentwell/contract/discussion';
import { MeetingId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { DiscussionService } from './discussion.service.ts';

const params = z.object({ meetingId: MeetingId });
const tags = ['Discussion'];

export function discussionRoutes(api: Api, discussion: DiscussionService): void {
  api.put(
    '/meetings/:meetingId/discussion',
    {
      schema: {
        tags,
        summary: 'Lead the discussion',
        description:
          'By the meeting owner alone, in the discussing phase of a live meeting: chooses the current topic, puts topics in ' +
          'order, parks them or takes them back. A topic that is chosen is no longer parked, and one that is parked is no ' +
          'longer the current one. Answers with the whole discussion.',
        headers: ChangeHeaders,
        params,
        body: DiscussionInput,
        response: { 200: Discussion, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await discussion.change(commandOf(request), request.params.meetingId, request.body),
      ),
  );

  api.put(
    '/meetings/:meetingId/discussion/extend',
    {
      schema: {
        tags,
        summary: 'Ask for more time, or to go on',
        description:
          'By a member, about the current topic; the later of two answers counts, and a new topic begins without any. ' +
          'With `topic_id` it is refused when another topic is current by then.',
        headers: ChangeHeaders,
        params,
        body: ExtendInput,
        response: { 200: Discussion, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await discussion.extend(commandOf(request), request.params.meetingId, request.body),
      ),
  );
}
