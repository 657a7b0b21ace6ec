import { ChangeHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { Timer, TimerInput } from '@wentwell/contract/timer';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { TimerService } from './timer.service.ts';

const params = z.object({ meetingId: MeetingId });

export function timerRoutes(api: Api, timer: TimerService): void {
  api.put(
    '/meetings/:meetingId/timer',
    {
      schema: {
        tags: ['Meetings'],
        summary: 'Set the timer',
        description:
          "By the meeting owner alone, while it is live: starts, lengthens, pauses, resumes or stops the present phase's " +
          'timer, and answers with it, or with null where there is none any more. At its end the server goes on to the next ' +
          'phase where the meeting has `auto_advance`; otherwise nothing happens by itself.',
        headers: ChangeHeaders,
        params,
        body: TimerInput,
        response: { 200: Timer.nullable(), ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await timer.change(commandOf(request), request.params.meetingId, request.body),
      ),
  );
}
