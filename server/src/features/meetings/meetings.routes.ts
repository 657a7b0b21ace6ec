import { MeetingId, TeamId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { Meeting, MeetingInput, MeetingUpdate } from '@wentwell/contract/meetings';
import { PhaseInfo, PhaseTransition } from '@wentwell/contract/phases';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { MeetingsService } from './meetings.service.ts';

const params = z.object({ meetingId: MeetingId });
const list = { querystring: ListQuery, response: { 200: z.array(Meeting), ...refusals(404, 422) } };
const phaseAnswer = { 200: PhaseInfo, ...refusals(403, 404, 409, 422) };

export function meetingsRoutes(api: Api, meetings: MeetingsService): void {
  api.get('/meetings', { schema: list }, async (request, reply) =>
    listAnswer(reply, await meetings.list(callerOf(request), request.query)),
  );

  api.get('/meetings/teams', { schema: list }, async (request, reply) =>
    listAnswer(reply, await meetings.list(callerOf(request), request.query)),
  );

  api.get('/meetings/me', { schema: list }, async (request, reply) =>
    listAnswer(reply, await meetings.owned(callerOf(request), request.query)),
  );

  api.get(
    '/teams/:teamId/meetings',
    { schema: { ...list, params: z.object({ teamId: TeamId }) } },
    async (request, reply) =>
      listAnswer(
        reply,
        await meetings.ofTeam(callerOf(request), request.params.teamId, request.query),
      ),
  );

  api.post(
    '/meetings',
    { schema: { body: MeetingInput, response: { 201: Meeting, ...refusals(403, 404, 422) } } },
    async (request, reply) =>
      reply.status(201).send(await meetings.create(callerOf(request), request.body)),
  );

  api.get(
    '/meetings/:meetingId',
    { schema: { params, response: { 200: Meeting, ...refusals(404) } } },
    async (request) => meetings.get(callerOf(request), request.params.meetingId),
  );

  api.put(
    '/meetings/:meetingId',
    {
      schema: {
        params,
        body: MeetingUpdate,
        response: { 200: Meeting, ...refusals(403, 404, 409, 422) },
      },
    },
    async (request) => meetings.update(callerOf(request), request.params.meetingId, request.body),
  );

  api.delete(
    '/meetings/:meetingId',
    { schema: { params, response: { 204: z.null(), ...refusals(403, 404) } } },
    async (request, reply) => {
      await meetings.remove(callerOf(request), request.params.meetingId);
      return reply.status(204).send(null);
    },
  );

  api.get(
    '/meetings/:meetingId/phase',
    { schema: { params, response: { 200: PhaseInfo, ...refusals(404) } } },
    async (request) => meetings.phase(callerOf(request), request.params.meetingId),
  );

  api.post(
    '/meetings/:meetingId/phase/next',
    { schema: { params, response: phaseAnswer } },
    async (request) => meetings.next(callerOf(request), request.params.meetingId),
  );

  api.post(
    '/meetings/:meetingId/phase/transition',
    { schema: { params, body: PhaseTransition, response: phaseAnswer } },
    async (request) =>
      meetings.transition(callerOf(request), request.params.meetingId, request.body),
  );
}
