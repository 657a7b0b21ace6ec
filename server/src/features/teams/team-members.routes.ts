import { TeamId, UserId } from '@wentwell/contract/ids';
import { MembersQuery } from '@wentwell/contract/team-lists';
import { MemberUpdate, TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type { TeamMembersService } from './team-members.service.ts';

const teamParams = z.object({ teamId: TeamId });
const memberParams = z.object({ teamId: TeamId, userId: UserId });

export function teamMembersRoutes(api: Api, members: TeamMembersService): void {
  const { list, answer } = callsOf(api, 'Teams');

  list(
    '/teams/:teamId/members',
    {
      operationId: 'listTeamMembers',
      summary: 'List the members of a team',
      description:
        'For its members. Who joined first comes first. Every word of `search` is any part of a name or the address, in ' +
        'any case. `user_id` lists the ids of those who are meant, with commas between them; at most 100.',
      params: teamParams,
      querystring: MembersQuery,
      lists: TeamMember,
      refuses: [404, 422],
    },
    ({ caller, params, query }) => members.list(caller, params.teamId, query),
  );

  answer(
    'PUT /teams/:teamId/members/:userId',
    {
      operationId: 'changeTeamMemberRole',
      summary: 'Change the role of a member',
      description:
        'For team admins; nobody changes their own role, and a team keeps at least one admin (409).',
      params: memberParams,
      body: MemberUpdate,
      answers: { 200: TeamMember },
      refuses: [403, 404, 409, 422],
    },
    ({ params, body, request }) => members.changeRole(actorOf(request), params, body),
  );

  answer(
    'POST /teams/:teamId/leave',
    {
      operationId: 'leaveTeam',
      summary: 'Leave a team',
      description:
        'Your live boards of the team close. The last admin cannot leave while others remain (409); when the last member leaves, the team is deleted.',
      params: teamParams,
      answers: { 204: z.null() },
      refuses: [404, 409],
    },
    ({ caller, params }) => members.leave(caller, params.teamId),
  );
}

/** Under the admin prefixes, though a team's own admins call it too. */
export function teamAdminRoutes(api: Api, members: TeamMembersService): void {
  const { answer } = callsOf(api, 'Teams');

  answer(
    'POST /teams/:teamId/remove-user/:userId',
    {
      operationId: 'removeTeamMember',
      summary: 'Remove a member from a team',
      description:
        'For team admins, not only superusers. The person loses access at once, live boards included. Nobody removes themselves, and a team keeps at least one admin (409).',
      params: memberParams,
      answers: { 204: z.null() },
      refuses: [403, 404, 409],
    },
    ({ params, request }) => members.remove(actorOf(request), params),
  );
}
