import { TeamInput } from '@wentwell/contract/team-input';
import { MembersQuery, TeamSearch } from '@wentwell/contract/team-lists';
import { TeamUpdate } from '@wentwell/contract/team-updates';
import { MemberUpdate, Team, TeamMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type { TeamMembersService } from './team-members.service.ts';
import type { TeamsService } from './teams.service.ts';

export function teamMembersRoutes(api: Api, members: TeamMembersService): void {
  const { list, answer } = callsOf(api, 'Teams');

  list('/teams/:teamId/members', {
    operationId: 'listTeamMembers',
    summary: 'List the members of a team',
    description:
      'For its members. Who joined first comes first. Every word of `search` is any part of a name or the address, in ' +
      'any case. `user_id` lists the ids of those who are meant, with commas between them; at most 100.',
    querystring: MembersQuery,
    lists: TeamMember,
    run: ({ caller, params, query }) => members.list(caller, params.teamId, query),
  });

  answer('PUT /teams/:teamId/members/:userId', {
    operationId: 'changeTeamMemberRole',
    summary: 'Change the role of a member',
    description:
      'For team admins; nobody changes their own role, and a team keeps at least one admin (409).',
    body: MemberUpdate,
    answers: { 200: TeamMember },
    refuses: [403, 409],
    run: ({ params, body, request }) => members.changeRole(actorOf(request), params, body),
  });

  answer('POST /teams/:teamId/leave', {
    operationId: 'leaveTeam',
    summary: 'Leave a team',
    description:
      'Your live boards of the team close. The last admin cannot leave while others remain (409); when the last member leaves, the team is deleted.',
    answers: { 204: z.null() },
    refuses: [409],
    run: ({ caller, params }) => members.leave(caller, params.teamId),
  });
}

/** Under the admin prefixes, though a team's own admins call it too. */
export function teamAdminRoutes(api: Api, members: TeamMembersService): void {
  const { answer } = callsOf(api, 'Teams');

  answer('POST /teams/:teamId/remove-user/:userId', {
    operationId: 'removeTeamMember',
    summary: 'Remove a member from a team',
    description:
      'For team admins, not only superusers. The person loses access at once, live boards included. Nobody removes themselves, and a team keeps at least one admin (409).',
    answers: { 204: z.null() },
    refuses: [403, 409],
    run: ({ params, request }) => members.remove(actorOf(request), params),
  });
}

export function teamsRoutes(api: Api, teams: TeamsService): void {
  const { list, answer } = callsOf(api, 'Teams');

  list('/teams', {
    operationId: 'listTeams',
    summary: 'List teams',
    description:
      'The teams that you are in, the one joined last first. A superuser gets all. `name_pattern` is any part of the name, in any case.',
    querystring: TeamSearch,
    lists: Team,
    run: ({ caller, query }) => teams.list(caller, query),
  });

  list('/teams/me', {
    operationId: 'listMyTeams',
    summary: 'List my teams',
    description:
      'The teams that you are in, the one joined last first, for superusers too. `name_pattern` is any part of the name, in any case.',
    querystring: TeamSearch,
    lists: Team,
    run: ({ caller, query }) => teams.mine(caller, query),
  });

  answer('POST /teams', {
    operationId: 'createTeam',
    summary: 'Create a team',
    description: 'Anybody may; whoever creates a team is its first admin.',
    body: TeamInput,
    answers: { 201: Team },
    run: ({ caller, body }) => teams.create(caller, body),
  });

  answer('GET /teams/:teamId', {
    operationId: 'getTeam',
    summary: 'Get a team',
    description: 'For its members and superusers; to others there is no such team.',
    answers: { 200: Team },
    run: ({ caller, params }) => teams.get(caller, params.teamId),
  });

  answer('PUT /teams/:teamId', {
    operationId: 'updateTeam',
    summary: 'Rename or describe a team',
    description:
      'For its admins. `recognition` switches badges and thanks on or off, `ai` drafts of summaries, `guests` their links; `check_up` are its own questions for check-ups. What is not sent stays as it is.',
    body: TeamUpdate,
    answers: { 200: Team },
    refuses: [403],
    run: ({ params, body, request }) => teams.update(actorOf(request), params.teamId, body),
  });

  answer('DELETE /teams/:teamId', {
    operationId: 'deleteTeam',
    summary: 'Delete a team',
    description:
      'For its admins. It vanishes with its meetings, notes and invitations, and its live boards close. A superuser can restore it.',
    answers: { 204: z.null() },
    refuses: [403],
    run: ({ params, request }) => teams.remove(actorOf(request), params.teamId),
  });
}
