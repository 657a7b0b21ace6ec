import { TeamId } from '@wentwell/contract/ids';
import { FormerMembersQuery } from '@wentwell/contract/team-lists';
import { FormerMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { FormerMembersService } from './former-members.service.ts';

export function formerMembersRoutes(api: Api, former: FormerMembersService): void {
  const { list } = callsOf(api, 'Teams');

  list(
    '/teams/:teamId/former-members',
    {
      operationId: 'listFormerMembers',
      summary: 'List who has left a team',
      description:
        'For its members: the names of people whose notes, comments, meetings or action items the team still has, and ' +
        'nothing else of them. Whoever has deleted their account is not among them. `user_id` lists the ids of those ' +
        'who are meant, with commas between them; at most 100.',
      config: { requestCost: 10 },
      params: z.object({ teamId: TeamId }),
      querystring: FormerMembersQuery,
      lists: FormerMember,
      refuses: [404, 422],
    },
    ({ caller, params, query }) => former.list(caller, params.teamId, query),
  );
}
