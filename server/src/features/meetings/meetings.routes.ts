import { MeetingInput, MeetingUpdate } from '@wentwell/contract/meeting-changes';
import { MeetingsQuery, MeetingStart } from '@wentwell/contract/meeting-lists';
import { CoLeadChange, MeetingForCaller, MeetingHandOver } from '@wentwell/contract/meetings';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { MeetingsService } from './meetings.service.ts';

export function meetingsRoutes(api: Api, meetings: MeetingsService): void {
  const { list, show, change, answer } = callsOf(api, 'Meetings');

  list('/meetings', {
    operationId: 'listMeetings',
    summary: 'List meetings',
    description:
      'All meetings of the teams that the caller is in, newest start first; `X-Total-Count` counts those that `status`, ' +
      '`starts_after` and `search` leave. Every word of `search` is any part of the name, in any case.',
    querystring: MeetingsQuery,
    lists: MeetingForCaller,
    run: ({ caller, query }) => meetings.list(caller, query),
  });

  list('/meetings/teams', {
    operationId: 'listMeetingsOfMyTeams',
    summary: 'List the meetings of my teams',
    description: 'The same list as `GET /meetings`.',
    querystring: MeetingsQuery,
    lists: MeetingForCaller,
    run: ({ caller, query }) => meetings.list(caller, query),
  });

  list('/meetings/me', {
    operationId: 'listMyMeetings',
    summary: 'List the meetings that I own',
    description: 'Those that the caller leads, in the teams that they are in.',
    querystring: MeetingsQuery,
    lists: MeetingForCaller,
    run: ({ caller, query }) => meetings.owned(caller, query),
  });

  list('/teams/:teamId/meetings', {
    operationId: 'listTeamMeetings',
    summary: "List a team's meetings",
    description: 'Newest start first, those without a start last.',
    querystring: MeetingsQuery,
    lists: MeetingForCaller,
    run: ({ caller, params, query }) => meetings.ofTeam(caller, params.teamId, query),
  });

  answer('GET /teams/:teamId/meeting-start', {
    operationId: 'getMeetingStart',
    summary: 'Get what a new meeting starts with',
    description:
      'The columns and settings of a meeting that is made without a template: those of the meeting that the team ' +
      'made last and neither canceled nor imported, or the defaults.',
    answers: { 200: MeetingStart },
    run: ({ caller, params }) => meetings.start(caller, params.teamId),
  });

  change('POST /meetings', {
    operationId: 'createMeeting',
    summary: 'Create a meeting',
    description:
      'By any member of the team, who owns it from then on. It is planned until it is started. It has the `columns` ' +
      'and `settings` that are sent, then those of the template that `template_id` names; all else is as in the ' +
      'meeting that the team made last, or with neither template nor null the default.',
    body: MeetingInput,
    answers: { 201: MeetingForCaller },
    run: ({ command, body }) => meetings.create(command, body),
  });

  show('/meetings/:meetingId', {
    config: { guests: 'read' },
    operationId: 'getMeeting',
    summary: 'Get a meeting',
    description: 'The ETag is its version, for If-Match.',
    answers: { 200: MeetingForCaller },
    run: ({ caller, params }) => meetings.get(caller, params.meetingId),
  });

  change('PUT /meetings/:meetingId', {
    operationId: 'updateMeeting',
    summary: 'Edit, start, finish or cancel a meeting',
    description:
      'By its owner or a team admin; what is not sent stays. Statuses move from planned to live or canceled, from ' +
      'live to closed or canceled, from closed to archived, from canceled to planned or archived. `columns` are all ' +
      'columns of the board in their order; one that holds notes stays, and stays of its kind.',
    body: MeetingUpdate,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body }) => meetings.update(command, params.meetingId, body),
  });

  change('POST /meetings/:meetingId/owner', {
    operationId: 'changeMeetingOwner',
    summary: 'Hand a meeting over',
    description:
      'Names the member who leads from now on: by its owner, or by a team admin, who may name themselves.',
    body: MeetingHandOver,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body }) => meetings.handOver(command, params.meetingId, body),
  });

  change('PUT /meetings/:meetingId/co-leads', {
    operationId: 'nameCoLead',
    summary: 'Name a co-lead, or take that back',
    description:
      'By its owner alone, before the meeting is over. A co-lead is another member of the team, who may do what the ' +
      'owner may, except name who leads. Whoever leaves the team is no co-lead any more.',
    body: CoLeadChange,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params: { meetingId }, body }) =>
      meetings.nameCoLead(command, meetingId, body),
  });

  change('DELETE /meetings/:meetingId', {
    operationId: 'deleteMeeting',
    config: { hasBoardSeq: false },
    summary: 'Delete a meeting',
    description: 'By its owner or a team admin. Its board closes for everybody at once.',
    answers: { 204: z.null() },
    refuses: [412],
    run: ({ command, params }) => meetings.remove(command, params.meetingId),
  });
}
