import { MeetingId } from '@wentwell/contract/ids';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live';
import {
  NewSpectatorLink,
  SpectatorBoard,
  SpectatorEntry,
  SpectatorLinkState,
  SpectatorSession,
} from '@wentwell/contract/spectators';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { runAtGate } from '#server/live/admission';
import { eventsSerializer } from '#server/live/events-answer';
import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf, tokenOf } from '#server/platform/http/caller';
import { MINUTE } from '#server/platform/http/rate-limits';
import type { RequestGates } from '#server/platform/http/request-gates';

import type { Screen, SpectatorsService } from './spectators.service.ts';

const params = z.object({ meetingId: MeetingId });
const tags = ['Screens'];
// A secret of 256 bits cannot be guessed; this bounds who tries, and how many sessions are made.
const entryLimits = {
  addressLimit: {
    failures: { max: 20, timeWindow: MINUTE },
    successes: { max: 120, timeWindow: MINUTE },
  },
};
// A thousand notes are read, checked and written.
const wholeBoard = 10;

export interface ScreenBoards {
  spectatorSnapshot(meetingId: MeetingId): Promise<SpectatorBoard>;
  spectatorEvents(meetingId: MeetingId, since: number): Promise<EventsPage>;
}

export interface SpectatorRoutesDeps {
  spectators: SpectatorsService;
  boards: ScreenBoards;
  gates: RequestGates;
}

export function spectatorsRoutes(
  api: Api,
  { spectators, boards, gates }: SpectatorRoutesDeps,
): void {
  /** Runs what a screen asks for at the gate of its link, which its sockets wait at too. */
  async function forScreen<T>(
    request: FastifyRequest,
    cost: number,
    work: (screen: Screen) => Promise<T>,
  ): Promise<T> {
    const screen = await spectators.authenticate(tokenOf(request));
    return runAtGate(gates, { account: screen.linkId, cost }, () => work(screen));
  }

  api.get(
    '/meetings/:meetingId/spectator-link',
    {
      schema: {
        tags,
        summary: 'Get whether a meeting has a screen link',
        description:
          'For its owner and team admins. The secret of the link is told to nobody again.',
        params,
        response: { 200: SpectatorLinkState, ...errorResponses(403, 404) },
      },
    },
    async (request) => spectators.find(callerOf(request), request.params.meetingId),
  );

  api.post(
    '/meetings/:meetingId/spectator-link',
    {
      schema: {
        tags,
        summary: 'Make a screen link',
        description:
          'By the owner or a team admin of a planned or live meeting. It replaces the link that there is, whose screens ' +
          'are disconnected. `secret` is told once: the page that a screen opens is `/watch#{secret}`.',
        params,
        response: { 201: NewSpectatorLink, ...errorResponses(403, 404, 409) },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await spectators.create(callerOf(request), request.params.meetingId)),
  );

  api.delete(
    '/meetings/:meetingId/spectator-link',
    {
      schema: {
        tags,
        summary: 'Revoke a screen link',
        description: 'By the owner or a team admin. Its screens are disconnected at once.',
        params,
        response: { 204: z.null(), ...errorResponses(403, 404) },
      },
    },
    async (request, reply) => {
      await spectators.revoke(callerOf(request), request.params.meetingId);
      return reply.status(204).send(null);
    },
  );

  api.post(
    '/spectator/session',
    {
      config: { public: true, ...entryLimits },
      schema: {
        tags,
        summary: 'Exchange the secret of a screen link for a session',
        description:
          'Without a login. The session reads one board as nobody in particular, and nothing else.',
        body: SpectatorEntry,
        response: { 201: SpectatorSession, ...errorResponses(404, 422) },
      },
    },
    async (request, reply) => reply.status(201).send(await spectators.enter(request.body.secret)),
  );

  api.get(
    '/spectator/board',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Get the board of a screen',
        description: 'With the token of a screen: the board as nobody in particular sees it.',
        response: { 200: SpectatorBoard, ...errorResponses(401) },
      },
    },
    async (request) =>
      forScreen(request, wholeBoard, ({ meetingId }) => boards.spectatorSnapshot(meetingId)),
  );

  api.get(
    '/spectator/events',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Get what happened on the board of a screen',
        description: 'With the token of a screen: like `GET /meetings/{meetingId}/events`.',
        querystring: EventsQuery,
        response: { 200: EventsPage, ...errorResponses(401, 422) },
      },
      serializerCompiler: eventsSerializer(api.log),
    },
    async (request) =>
      forScreen(request, 2, ({ meetingId }) =>
        boards.spectatorEvents(meetingId, request.query.since),
      ),
  );

  api.post(
    '/spectator/live-ticket',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Get a live ticket for a screen',
        description:
          'With the token of a screen: for one entry to the live channel of its meeting, within 30 seconds.',
        response: { 201: LiveTicket, ...errorResponses(401, 404, 409) },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await forScreen(request, 1, (screen) => spectators.issueTicket(screen))),
  );
}
