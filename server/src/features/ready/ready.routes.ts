import { ChangeHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { Ready, ReadyInput } from '@wentwell/contract/ready';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { ReadyService } from './ready.service.ts';

const params = z.object({ meetingId: MeetingId });

export function readyRoutes(api: Api, ready: ReadyService): void {
  api.put(
    '/meetings/:meetingId/ready',
    {
      schema: {
        tags: ['Meetings'],
        summary: 'Say that one is done',
        description:
          'By a member, for the present phase of a live meeting; the next change of phase ends it. Answers with everybody ' +
          'who is done. With `phase` it is refused in any other: for clients that may send it late.',
        headers: ChangeHeaders,
        params,
        body: ReadyInput,
        response: { 200: Ready, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await ready.set(commandOf(request), request.params.meetingId, request.body)),
  );
}
