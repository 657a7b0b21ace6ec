import type { MeetingId } from '@wentwell/contract/ids';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live';
import {
  NewSpectatorLink,
  SpectatorBoard,
  SpectatorEntry,
  SpectatorLinkState,
  SpectatorRecords,
  SpectatorSession,
} from '@wentwell/contract/spectators';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { runAtGate } from '#server/live/admission';
import { eventsSerializer } from '#server/live/events-answer';
import type { Api } from '#server/platform/http/api';
import { tokenOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';
import type { RequestGates } from '#server/platform/http/request-gates';

import type { Screen, SpectatorsService } from './spectators.service.ts';

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
  spectatorRecords(meetingId: MeetingId): Promise<SpectatorRecords>;
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
  const { answer } = callsOf(api, 'Screens');

  /** Runs what a screen asks for at the gate of its link, which its sockets wait at too. */
  async function forScreen<T>(
    request: FastifyRequest,
    cost: number,
    work: (screen: Screen) => Promise<T>,
  ): Promise<T> {
    const screen = await spectators.authenticate(tokenOf(request));
    return runAtGate(gates, { account: screen.linkId, cost }, () => work(screen));
  }

  answer('GET /meetings/:meetingId/spectator-link', {
    operationId: 'getScreenLink',
    summary: 'Get whether a meeting has a screen link',
    description: 'For its owner and team admins. The secret of the link is told to nobody again.',
    answers: { 200: SpectatorLinkState },
    refuses: [403],
    run: ({ caller, params }) => spectators.find(caller, params.meetingId),
  });

  answer('POST /meetings/:meetingId/spectator-link', {
    operationId: 'createScreenLink',
    summary: 'Make a screen link',
    description:
      'By the owner or a team admin of a planned or live meeting. It replaces the link that there is, whose screens ' +
      'are disconnected. `secret` is told once: the page that a screen opens is `/watch#{secret}`.',
    answers: { 201: NewSpectatorLink },
    refuses: [403, 409],
    run: ({ caller, params }) => spectators.create(caller, params.meetingId),
  });

  answer('DELETE /meetings/:meetingId/spectator-link', {
    operationId: 'revokeScreenLink',
    summary: 'Revoke a screen link',
    description: 'By the owner or a team admin. Its screens are disconnected at once.',
    answers: { 204: z.null() },
    refuses: [403],
    run: ({ caller, params }) => spectators.revoke(caller, params.meetingId),
  });

  answer('POST /spectator/session', {
    operationId: 'createScreenSession',
    summary: 'Exchange the secret of a screen link for a session',
    description:
      'Without a login. The session reads one board as nobody in particular, and nothing else.',
    config: { public: true, ...entryLimits },
    body: SpectatorEntry,
    answers: { 201: SpectatorSession },
    refuses: [404],
    run: ({ body }) => spectators.enter(body.secret),
  });

  answer('GET /spectator/board', {
    operationId: 'getScreenBoard',
    summary: 'Get the board of a screen',
    description: 'With the token of a screen: the board as nobody in particular sees it.',
    config: { public: true },
    answers: { 200: SpectatorBoard },
    run: ({ request }) =>
      forScreen(request, wholeBoard, ({ meetingId }) => boards.spectatorSnapshot(meetingId)),
  });

  answer('GET /spectator/records', {
    operationId: 'getScreenRecords',
    summary: 'Get the board of a screen as records',
    description: 'With the token of a screen: like `GET /meetings/{meetingId}/records`.',
    config: { public: true },
    answers: { 200: SpectatorRecords },
    run: ({ request }) =>
      forScreen(request, wholeBoard, ({ meetingId }) => boards.spectatorRecords(meetingId)),
  });

  answer('GET /spectator/events', {
    operationId: 'listScreenEvents',
    summary: 'Get what happened on the board of a screen',
    description: 'With the token of a screen: like `GET /meetings/{meetingId}/events`.',
    querystring: EventsQuery,
    answers: { 200: EventsPage },
    config: { public: true },
    route: { serializerCompiler: eventsSerializer(api.log) },
    run: ({ request, query }) =>
      forScreen(request, 2, ({ meetingId }) => boards.spectatorEvents(meetingId, query.since)),
  });

  answer('POST /spectator/live-ticket', {
    operationId: 'createScreenLiveTicket',
    summary: 'Get a live ticket for a screen',
    description:
      'With the token of a screen: for one entry to the live channel of its meeting, within 30 seconds.',
    config: { public: true },
    answers: { 201: LiveTicket },
    refuses: [404, 409],
    run: ({ request }) => forScreen(request, 1, (screen) => spectators.issueTicket(screen)),
  });
}
