import { TeamId } from '@wentwell/contract/ids';
import { FormerMembersQuery } from '@wentwell/contract/team-lists';
import { FormerMember } from '@wentwell/contract/teams';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { FormerMembersService } from './former-members.service.ts';

export function formerMembersRoutes(api: Api, former: FormerMembersService): void {
  api.get(
    '/teams/:teamId/former-members',
    {
      config: { requestCost: 10 },
      schema: {
        tags: ['Teams'],
        summary: 'List who has left a team',
        description:
          'For its members: the names of people whose notes, comments, meetings or action items the team still has, and ' +
          'nothing else of them. Whoever has deleted their account is not among them. `user_id` lists the ids of those ' +
          'who are meant, with commas between them; at most 100.',
        params: z.object({ teamId: TeamId }),
        querystring: FormerMembersQuery,
        response: { 200: z.array(FormerMember), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await former.list(callerOf(request), request.params.teamId, request.query)),
  );
}
