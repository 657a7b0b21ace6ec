import { MeetingId, TeamId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { OutsiderAct } from '@wentwell/contract/outsider-acts';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type { OutsiderActsService } from './outsider-acts.service.ts';

const teamParams = z.object({ teamId: TeamId });
const meetingParams = z.object({ meetingId: MeetingId });

export function outsiderActsRoutes(api: Api, acts: OutsiderActsService): void {
  const { list } = callsOf(api, 'Teams');

  list(
    '/teams/:teamId/outsider-acts',
    {
      operationId: 'listOutsiderActs',
      summary: 'List what superusers did in a team that they are not in',
      description:
        'For team admins, newest first: reads and exports, once an hour for each meeting and for the team, and changes.',
      params: teamParams,
      querystring: ListQuery,
      lists: OutsiderAct,
      refuses: [403, 404, 422],
    },
    ({ caller, params, query }) => acts.list(caller, params.teamId, query),
  );
}

/** Records what superusers read, before the answer leaves, by the meeting or team in the address of each route. */
export function recordOutsiderReads(api: Api, { recordRead }: OutsiderActsService): void {
  api.addHook('onSend', async (request, reply) => {
    const isRead = request.method === 'GET' && reply.statusCode < 400;
    if (!isRead || !request.caller?.isSuperuser) return;
    const { data: meeting } = meetingParams.safeParse(request.params);
    const { data: team } = teamParams.safeParse(request.params);
    if (meeting) {
      const isExport = request.routeOptions.url?.endsWith('/export') === true;
      const action = isExport ? 'export_meeting' : 'read_meeting';
      const target = { kind: 'meetings', id: meeting.meetingId } as const;
      await recordRead({ ...actorOf(request), action, target });
    } else if (team) {
      const target = { kind: 'teams', id: team.teamId } as const;
      await recordRead({ ...actorOf(request), action: 'read_team', target });
    }
  });
}
