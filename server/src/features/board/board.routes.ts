import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { BoardQuery, BoardWithTicket } from '@wentwell/contract/board';
import { MeetingId } from '@wentwell/contract/ids';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live';
import { z } from 'zod';

import { eventsSerializer } from '#server/live/events-answer';
import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { scorerOf } from '#server/platform/http/author-key';
import { callerOf } from '#server/platform/http/caller';

import { boardSerializer } from './board-answer.ts';
import type { BoardService } from './board.service.ts';

const params = z.object({ meetingId: MeetingId });
const tags = ['Board'];
// A thousand notes are read, checked and written.
const wholeBoard = 10;

export function boardRoutes(api: Api, board: BoardService): void {
  api.get(
    '/meetings/:meetingId/board',
    {
      config: { requestCost: wholeBoard },
      schema: {
        tags,
        summary: 'Get a board',
        description:
          'Everything of a board at one moment, as the caller may see it: `seq` is the last event that it contains. ' +
          'With `ticket=true` it comes with a ticket for its socket while the meeting is live.',
        headers: AuthorHeaders,
        params,
        querystring: BoardQuery,
        response: { 200: BoardWithTicket, ...errorResponses(404, 422) },
      },
      serializerCompiler: boardSerializer(api.log),
    },
    async (request) => {
      const { meetingId } = request.params;
      const { ticket } = request.query;
      const read = ticket === 'true' ? board.snapshotWithTicket : board.snapshot;
      return read(callerOf(request), meetingId, scorerOf(request, meetingId));
    },
  );

  api.get(
    '/meetings/:meetingId/events',
    {
      config: { requestCost: 2 },
      schema: {
        tags,
        summary: 'Get what happened since',
        description:
          'The events after `since` in order, for who cannot hold a socket; `resync` asks to get the board anew. ' +
          'A page of more than 1 MiB ends before `seq`: ask again after its last event.',
        headers: AuthorHeaders,
        params,
        querystring: EventsQuery,
        response: { 200: EventsPage, ...errorResponses(404, 422) },
      },
      serializerCompiler: eventsSerializer(api.log),
    },
    async (request) =>
      board.events(callerOf(request), request.params.meetingId, request.query.since),
  );

  api.post(
    '/meetings/:meetingId/live-ticket',
    {
      schema: {
        tags,
        summary: 'Get a live ticket',
        description: 'For one entry to the live channel of a live meeting, within 30 seconds.',
        params,
        response: { 201: LiveTicket, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await board.liveTicket(callerOf(request), request.params.meetingId)),
  );
}
