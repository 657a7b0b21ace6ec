import { TeamId, UserId } from '@wentwell/contract/ids';
import { MembersQuery } from '@wentwell/contract/team-lists';
import { MemberUpdate, TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { TeamMembersService } from './team-members.service.ts';

const tags = ['Teams'];
const teamParams = z.object({ teamId: TeamId });
const memberParams = z.object({ teamId: TeamId, userId: UserId });

export function teamMembersRoutes(api: Api, members: TeamMembersService): void {
  api.get(
    '/teams/:teamId/members',
    {
      schema: {
        tags,
        summary: 'List the members of a team',
        description:
          'For its members. Who joined first comes first. Every word of `search` is any part of a name or the address, in ' +
          'any case. `user_id` lists the ids of those who are meant, with commas between them; at most 100.',
        params: teamParams,
        querystring: MembersQuery,
        response: { 200: z.array(TeamMember), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await members.list(callerOf(request), request.params.teamId, request.query),
      ),
  );

  api.put(
    '/teams/:teamId/members/:userId',
    {
      schema: {
        tags,
        summary: 'Change the role of a member',
        description:
          'For team admins; nobody changes their own role, and a team keeps at least one admin (409).',
        params: memberParams,
        body: MemberUpdate,
        response: { 200: TeamMember, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request) => members.changeRole(actorOf(request), request.params, request.body),
  );

  api.post(
    '/teams/:teamId/leave',
    {
      schema: {
        tags,
        summary: 'Leave a team',
        description:
          'Your live boards of the team close. The last admin cannot leave while others remain (409); when the last member leaves, the team is deleted.',
        params: teamParams,
        response: { 204: z.null(), ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      await members.leave(callerOf(request), request.params.teamId);
      return reply.status(204).send(null);
    },
  );
}

/** Under the admin prefixes, though a team's own admins call it too. */
export function teamAdminRoutes(api: Api, members: TeamMembersService): void {
  api.post(
    '/teams/:teamId/remove-user/:userId',
    {
      schema: {
        tags,
        summary: 'Remove a member from a team',
        description:
          'For team admins, not only superusers. The person loses access at once, live boards included. Nobody removes themselves, and a team keeps at least one admin (409).',
        params: memberParams,
        response: { 204: z.null(), ...errorResponses(403, 404, 409) },
      },
    },
    async (request, reply) => {
      await members.remove(actorOf(request), request.params);
      return reply.status(204).send(null);
    },
  );
}
