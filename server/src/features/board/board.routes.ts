import { Board } from '@wentwell/contract/board';
import { MeetingId } from '@wentwell/contract/ids';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';

import type { BoardService } from './board.service.ts';

const params = z.object({ meetingId: MeetingId });

export function boardRoutes(api: Api, board: BoardService): void {
  api.get(
    '/meetings/:meetingId/board',
    { schema: { params, response: { 200: Board, ...refusals(404) } } },
    async (request) => board.snapshot(callerOf(request), request.params.meetingId),
  );

  api.get(
    '/meetings/:meetingId/events',
    {
      schema: {
        params,
        querystring: EventsQuery,
        response: { 200: EventsPage, ...refusals(404, 422) },
      },
    },
    async (request) =>
      board.events(callerOf(request), request.params.meetingId, request.query.since),
  );

  api.post(
    '/meetings/:meetingId/live-ticket',
    { schema: { params, response: { 201: LiveTicket, ...refusals(404, 409) } } },
    async (request, reply) =>
      reply.status(201).send(await board.liveTicket(callerOf(request), request.params.meetingId)),
  );
}
