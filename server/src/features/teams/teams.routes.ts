import { TeamId } from '@wentwell/contract/ids';
import { TeamInput, TeamUpdate } from '@wentwell/contract/team-changes';
import { TeamSearch } from '@wentwell/contract/team-lists';
import { Team } from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { TeamsService } from './teams.service.ts';

const tags = ['Teams'];
const params = z.object({ teamId: TeamId });
const list = {
  tags,
  querystring: TeamSearch,
  response: { 200: z.array(Team), ...errorResponses(422) },
};

export function teamsRoutes(api: Api, teams: TeamsService): void {
  api.get(
    '/teams',
    {
      schema: {
        ...list,
        summary: 'List teams',
        description:
          'The teams that you are in, the one joined last first. A superuser gets all. `name_pattern` is any part of the name, in any case.',
      },
    },
    async (request, reply) => listAnswer(reply, await teams.list(callerOf(request), request.query)),
  );

  api.get(
    '/teams/me',
    {
      schema: {
        ...list,
        summary: 'List my teams',
        description:
          'The teams that you are in, the one joined last first, for superusers too. `name_pattern` is any part of the name, in any case.',
      },
    },
    async (request, reply) => listAnswer(reply, await teams.mine(callerOf(request), request.query)),
  );

  api.post(
    '/teams',
    {
      schema: {
        tags,
        summary: 'Create a team',
        description: 'Anybody may; whoever creates a team is its first admin.',
        body: TeamInput,
        response: { 201: Team, ...errorResponses(422) },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await teams.create(callerOf(request), request.body)),
  );

  api.get(
    '/teams/:teamId',
    {
      schema: {
        tags,
        summary: 'Get a team',
        description: 'For its members and superusers; to others there is no such team.',
        params,
        response: { 200: Team, ...errorResponses(404) },
      },
    },
    async (request) => teams.get(callerOf(request), request.params.teamId),
  );

  api.put(
    '/teams/:teamId',
    {
      schema: {
        tags,
        summary: 'Rename or describe a team',
        description: 'For its admins. What is not sent stays as it is.',
        params,
        body: TeamUpdate,
        response: { 200: Team, ...errorResponses(403, 404, 422) },
      },
    },
    async (request) => teams.update(actorOf(request), request.params.teamId, request.body),
  );

  api.delete(
    '/teams/:teamId',
    {
      schema: {
        tags,
        summary: 'Delete a team',
        description:
          'For its admins. It vanishes with its meetings, notes and invitations, and its live boards close. A superuser can restore it.',
        params,
        response: { 204: z.null(), ...errorResponses(403, 404) },
      },
    },
    async (request, reply) => {
      await teams.remove(actorOf(request), request.params.teamId);
      return reply.status(204).send(null);
    },
  );
}
