import { CarryOver, CarryOverInput } from '@wentwell/contract/carry-over';
import { CreateHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { CarryOverService } from './carry-over.service.ts';

export function carryOverRoutes(api: Api, service: CarryOverService): void {
  const { change } = callsOf(api, 'Meetings');

  change(
    'POST /meetings/:meetingId/carry-over',
    {
      operationId: 'carryOverTopics',
      summary: 'Carry topics over',
      description:
        'By any member: topics that this meeting has not discussed become notes of another one of the team, which is ' +
        'planned, or live and before voting. A group becomes its notes, one each. Carried there twice, a topic is there ' +
        'once. Of an anonymous meeting, and in one, the notes have no author; face down they lie as all notes there do.',
      config: { requestCost: 10 },
      headers: CreateHeaders,
      params: z.object({ meetingId: MeetingId }),
      body: CarryOverInput,
      answers: { 201: CarryOver },
      refuses: [403, 404, 409, 422],
    },
    ({ command, params, body }) => service.carryOver(command, params.meetingId, body),
  );
}
