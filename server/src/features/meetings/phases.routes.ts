import { ChangeHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { PhaseInfo, PhaseTransition } from '@wentwell/contract/phases';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { PhasesService } from './phases.service.ts';

const params = z.object({ meetingId: MeetingId });
const tags = ['Meetings'];
const moved = { 200: PhaseInfo, ...errorResponses(403, 404, 409, 412, 422) };

export function phasesRoutes(api: Api, phases: PhasesService): void {
  const { change } = callsOf(api, 'Meetings');

  change(
    'GET /meetings/:meetingId/phase',
    {
      operationId: 'getPhase',
      summary: 'Get the phase',
      description: "Where a meeting stands. The ETag is the meeting's version.",
      params,
      answers: { 200: PhaseInfo },
      refuses: [404],
    },
    ({ caller, params }) => phases.current(caller, params.meetingId),
  );

  api.post(
    '/meetings/:meetingId/phase/next',
    {
      schema: {
        tags,
        operationId: 'startNextPhase',
        summary: 'Go on to the next phase',
        description:
          "By the owner and co-leads, while it is live. If-Match takes the meeting's version: of two that go on at " +
          'once only one does.',
        headers: ChangeHeaders,
        params,
        response: moved,
      },
    },
    async (request, reply) =>
      answered(reply, await phases.next(commandOf(request), request.params.meetingId)),
  );

  api.post(
    '/meetings/:meetingId/phase/transition',
    {
      schema: {
        tags,
        operationId: 'startPhase',
        summary: 'Jump to a phase',
        description:
          'Forth or back, by the owner and co-leads; nothing is lost on the way. A duration starts the timer.',
        headers: ChangeHeaders,
        params,
        body: PhaseTransition,
        response: moved,
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await phases.transition(commandOf(request), request.params.meetingId, request.body),
      ),
  );
}
