import { TeamId } from '@wentwell/contract/ids';
import { TeamInput, TeamUpdate } from '@wentwell/contract/team-changes';
import { TeamSearch } from '@wentwell/contract/team-lists';
import { Team } from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
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
  const { answer } = callsOf(api, 'Teams');

  api.get(
    '/teams',
    {
      schema: {
        ...list,
        operationId: 'listTeams',
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
        operationId: 'listMyTeams',
        summary: 'List my teams',
        description:
          'The teams that you are in, the one joined last first, for superusers too. `name_pattern` is any part of the name, in any case.',
      },
    },
    async (request, reply) => listAnswer(reply, await teams.mine(callerOf(request), request.query)),
  );

  answer(
    'POST /teams',
    {
      operationId: 'createTeam',
      summary: 'Create a team',
      description: 'Anybody may; whoever creates a team is its first admin.',
      body: TeamInput,
      answers: { 201: Team },
      refuses: [422],
    },
    ({ caller, body }) => teams.create(caller, body),
  );

  answer(
    'GET /teams/:teamId',
    {
      operationId: 'getTeam',
      summary: 'Get a team',
      description: 'For its members and superusers; to others there is no such team.',
      params,
      answers: { 200: Team },
      refuses: [404],
    },
    ({ caller, params }) => teams.get(caller, params.teamId),
  );

  answer(
    'PUT /teams/:teamId',
    {
      operationId: 'updateTeam',
      summary: 'Rename or describe a team',
      description: 'For its admins. What is not sent stays as it is.',
      params,
      body: TeamUpdate,
      answers: { 200: Team },
      refuses: [403, 404, 422],
    },
    ({ params, body, request }) => teams.update(actorOf(request), params.teamId, body),
  );

  answer(
    'DELETE /teams/:teamId',
    {
      operationId: 'deleteTeam',
      summary: 'Delete a team',
      description:
        'For its admins. It vanishes with its meetings, notes and invitations, and its live boards close. A superuser can restore it.',
      params,
      answers: { 204: z.null() },
      refuses: [403, 404],
    },
    ({ params, request }) => teams.remove(actorOf(request), params.teamId),
  );
}
