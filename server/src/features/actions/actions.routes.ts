import { OwnActionsQuery, TeamActionsQuery } from '@wentwell/contract/action-lists';
import {
  Action,
  ActionInput,
  ActionUpdate,
  ListedAction,
  TeamActionInput,
} from '@wentwell/contract/actions';
import { CreateHeaders } from '@wentwell/contract/change-headers';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { ActionsService } from './actions.service.ts';

export function actionsRoutes(api: Api, actions: ActionsService): void {
  const { list, change } = callsOf(api, 'Action items');

  list('/me/actions', {
    operationId: 'listMyActions',
    summary: 'List what I have to do',
    description:
      'The action items that the caller owns, in all their teams: open ones first, by the day on which they are due. ' +
      '`status` names one status, or several with commas between them; `due_before` leaves out those without a day.',
    config: { requestCost: 10 },
    querystring: OwnActionsQuery,
    lists: ListedAction,
    run: ({ caller, query }) => actions.mine(caller, query),
  });

  list('/teams/:teamId/actions', {
    operationId: 'listTeamActions',
    summary: "List a team's action items",
    description:
      'In the order of `GET /me/actions`, with the same filters; `assignee_id` takes the id of a person, or `nobody`.',
    config: { requestCost: 10 },
    querystring: TeamActionsQuery,
    lists: ListedAction,
    run: ({ caller, params, query }) => actions.ofTeam(caller, params.teamId, query),
  });

  change('POST /teams/:teamId/actions', {
    operationId: 'createTeamAction',
    summary: "Add an action item to a team's list",
    description:
      'By any member, at any time. The owner is a member (422 otherwise); a day in the past is accepted. 200 instead ' +
      'of 201 when the list already holds the id that was sent. A team has at most 300 open ones.',
    headers: CreateHeaders,
    body: TeamActionInput,
    answers: { 200: Action, 201: Action },
    run: ({ command, params, body }) => actions.add(command, params.teamId, body),
  });

  change('POST /meetings/:meetingId/actions', {
    operationId: 'createMeetingAction',
    summary: 'Agree on an action item',
    description:
      'By any member, while the meeting is live and discusses or is ready to close; otherwise use the list of the team. ' +
      '`topic_id` is the topic that it came from. `note_id` names a note in the column for action items: one that is ' +
      'tracked already is answered with its action item (200). A meeting has at most 200.',
    headers: CreateHeaders,
    body: ActionInput,
    answers: { 200: Action, 201: Action },
    run: ({ command, params, body }) => actions.agree(command, params.meetingId, body),
  });

  change('PUT /actions/:actionId', {
    operationId: 'updateAction',
    summary: 'Change an action item',
    description:
      'By any member of its team, at any time: text, owner, day, status. Dropping needs a `reason`; reopening forgets it.',
    body: ActionUpdate,
    answers: { 200: Action },
    refuses: [412],
    run: ({ command, params, body }) => actions.update(command, params.actionId, body),
  });

  change('DELETE /actions/:actionId', {
    operationId: 'deleteAction',
    summary: 'Delete an action item',
    description: 'By any member of its team.',
    answers: { 204: z.null() },
    refuses: [412],
    run: ({ command, params }) => actions.remove(command, params.actionId),
  });

  change('POST /actions/:actionId/restore', {
    operationId: 'restoreAction',
    summary: 'Take the deletion of an action item back',
    description:
      'By whoever deleted it: to anybody else a deleted one is 404. One that is not deleted is answered as it is.',
    answers: { 200: Action },
    refuses: [412],
    run: ({ command, params }) => actions.restore(command, params.actionId),
  });
}
