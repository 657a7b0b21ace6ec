import { TeamId, UserId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { Team, TeamInput, TeamMember, TeamUpdate } from '@wentwell/contract/teams';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { TeamsService } from './teams.service.ts';

const params = z.object({ teamId: TeamId });
const list = { querystring: ListQuery, response: { 200: z.array(Team), ...refusals(422) } };

export function teamsRoutes(api: Api, teams: TeamsService): void {
  api.get('/teams', { schema: list }, async (request, reply) =>
    listAnswer(reply, await teams.list(callerOf(request), request.query)),
  );

  api.get('/teams/me', { schema: list }, async (request, reply) =>
    listAnswer(reply, await teams.mine(callerOf(request), request.query)),
  );

  api.post(
    '/teams',
    { schema: { body: TeamInput, response: { 201: Team, ...refusals(422) } } },
    async (request, reply) =>
      reply.status(201).send(await teams.create(callerOf(request), request.body)),
  );

  api.get(
    '/teams/:teamId',
    { schema: { params, response: { 200: Team, ...refusals(404) } } },
    async (request) => teams.get(callerOf(request), request.params.teamId),
  );

  api.put(
    '/teams/:teamId',
    {
      schema: { params, body: TeamUpdate, response: { 200: Team, ...refusals(403, 404, 422) } },
    },
    async (request) => teams.update(callerOf(request), request.params.teamId, request.body),
  );

  api.delete(
    '/teams/:teamId',
    { schema: { params, response: { 204: z.null(), ...refusals(403, 404) } } },
    async (request, reply) => {
      await teams.remove(callerOf(request), request.params.teamId);
      return reply.status(204).send(null);
    },
  );

  api.get(
    '/teams/:teamId/members',
    {
      schema: {
        params,
        querystring: ListQuery,
        response: { 200: z.array(TeamMember), ...refusals(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await teams.members(callerOf(request), request.params.teamId, request.query),
      ),
  );
}

/** Under the admin prefixes, though a team's own admins call it too (spec 7). */
export function teamAdminRoutes(api: Api, teams: TeamsService): void {
  api.post(
    '/teams/:teamId/remove-user/:userId',
    {
      schema: {
        params: z.object({ teamId: TeamId, userId: UserId }),
        response: { 204: z.null(), ...refusals(403, 404, 409) },
      },
    },
    async (request, reply) => {
      await teams.removeMember(callerOf(request), request.params);
      return reply.status(204).send(null);
    },
  );
}
