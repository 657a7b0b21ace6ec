import { ListQuery } from '@wentwell/contract/lists';
import { OutsiderAct } from '@wentwell/contract/outsider-acts';
import type { FastifyReply } from 'fastify';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { meetingParams, teamParams } from '#server/platform/http/path-params';

import type { OutsiderActsService } from './outsider-acts.service.ts';

export function outsiderActsRoutes(api: Api, acts: OutsiderActsService): void {
  const { list } = callsOf(api, 'Teams');

  list('/teams/:teamId/outsider-acts', {
    operationId: 'listOutsiderActs',
    summary: 'List superusers’ acts in a team that they are not in',
    description:
      'For team admins, newest first: changes, acts on members and invitations, and reads and exports, once ' +
      'an hour per meeting and for the team.',
    querystring: ListQuery,
    lists: OutsiderAct,
    refuses: [403],
    run: ({ caller, params, query }) => acts.list(caller, params.teamId, query),
  });
}

/** Whether the response reveals team data. An error may include the current state. */
function showsSomething({ statusCode, showsCurrent }: FastifyReply): boolean {
  return statusCode < 400 ? ![202, 204].includes(statusCode) : showsCurrent === true;
}

/** Records superuser reads before sending the response. The route's params name the meeting or team. */
export function recordOutsiderReads(api: Api, { recordReads }: OutsiderActsService): void {
  api.addHook('onSend', async (request, reply) => {
    if (!request.caller?.isSuperuser || !showsSomething(reply)) return;
    const { url = '' } = request.routeOptions;
    // A ticket reveals no data. The socket opened with it is recorded instead.
    if (url.endsWith('/live-ticket')) return;
    const { data: meeting } = meetingParams.safeParse(request.params);
    const { data: team } = teamParams.safeParse(request.params);
    if (meeting) {
      const action = url.endsWith('/export') ? 'export_meeting' : 'read_meeting';
      const target = { kind: 'meetings', id: meeting.meetingId } as const;
      await recordReads(actorOf(request), [{ action, target }]);
    } else if (team) {
      const target = { kind: 'teams', id: team.teamId } as const;
      await recordReads(actorOf(request), [{ action: 'read_team', target }]);
    }
  });
}
