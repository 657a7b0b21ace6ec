import { CarryOver, CarryOverInput } from '@wentwell/contract/carry-over';
import { CreateHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { CarryOverService } from './carry-over.service.ts';

export function carryOverRoutes(api: Api, service: CarryOverService): void {
  api.post(
    '/meetings/:meetingId/carry-over',
    {
      config: { requestCost: 10 },
      schema: {
        tags: ['Meetings'],
        summary: 'Carry topics over',
        description:
          'By any member: topics that this meeting has not discussed become notes of another one of the team, which is ' +
          'planned, or live and before voting. A group becomes its notes, one each. Carried there twice, a topic is there ' +
          'once. Of an anonymous meeting, and in one, the notes have no author; face down they lie as all notes there do.',
        headers: CreateHeaders,
        params: z.object({ meetingId: MeetingId }),
        body: CarryOverInput,
        response: { 201: CarryOver, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await service.carryOver(commandOf(request), request.params.meetingId, request.body),
      ),
  );
}
