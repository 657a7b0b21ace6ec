import { OwnActionsQuery, TeamActionsQuery } from '@wentwell/contract/action-lists';
import { Action, ActionInput, ActionUpdate, TeamActionInput } from '@wentwell/contract/actions';
import { ChangeHeaders, CreateHeaders } from '@wentwell/contract/change-headers';
import { ActionId, MeetingId, TeamId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { commandOf } from '#server/platform/http/command';
import { listAnswer } from '#server/platform/http/list-answer';
import { answered } from '#server/platform/http/receipts';

import type { ActionsService } from './actions.service.ts';

const tags = ['Action items'];
const meetingParams = z.object({ meetingId: MeetingId });
const teamParams = z.object({ teamId: TeamId });
const actionParams = z.object({ actionId: ActionId });

export function actionsRoutes(api: Api, actions: ActionsService): void {
  api.get(
    '/me/actions',
    {
      config: { requestCost: 10 },
      schema: {
        tags,
        summary: 'List what I have to do',
        description:
          'The action items that the caller owns, in all their teams: open ones first, by the day on which they are due. ' +
          '`status` names one status, or several with commas between them; `due_before` leaves out those without a day.',
        querystring: OwnActionsQuery,
        response: { 200: z.array(Action), ...errorResponses(422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await actions.mine(callerOf(request), request.query)),
  );

  api.get(
    '/teams/:teamId/actions',
    {
      config: { requestCost: 10 },
      schema: {
        tags,
        summary: "List a team's action items",
        description:
          'In the order of `GET /me/actions`, with the same filters; `assignee_id` takes the id of a person, or `nobody`.',
        params: teamParams,
        querystring: TeamActionsQuery,
        response: { 200: z.array(Action), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await actions.ofTeam(callerOf(request), request.params.teamId, request.query),
      ),
  );

  api.post(
    '/teams/:teamId/actions',
    {
      schema: {
        tags,
        summary: "Add an action item to a team's list",
        description:
          'By any member, at any time. The owner is a member (422 otherwise); a day in the past is accepted. 200 instead ' +
          'of 201 when the list already holds the id that was sent. A team has at most 300 open ones.',
        headers: CreateHeaders,
        params: teamParams,
        body: TeamActionInput,
        response: { 200: Action, 201: Action, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await actions.add(commandOf(request), request.params.teamId, request.body)),
  );

  api.post(
    '/meetings/:meetingId/actions',
    {
      schema: {
        tags,
        summary: 'Agree on an action item',
        description:
          'By any member, while the meeting is live and discusses or is ready to close; otherwise use the list of the team. ' +
          '`topic_id` is the topic that it came from. `note_id` names a note in the column for action items: one that is ' +
          'tracked already is answered with its action item (200). A meeting has at most 200.',
        headers: CreateHeaders,
        params: meetingParams,
        body: ActionInput,
        response: { 200: Action, 201: Action, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await actions.agree(commandOf(request), request.params.meetingId, request.body),
      ),
  );

  api.put(
    '/actions/:actionId',
    {
      schema: {
        tags,
        summary: 'Change an action item',
        description:
          'By any member of its team, at any time: text, owner, day, status. Dropping needs a `reason`; reopening forgets it.',
        headers: ChangeHeaders,
        params: actionParams,
        body: ActionUpdate,
        response: { 200: Action, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await actions.update(commandOf(request), request.params.actionId, request.body),
      ),
  );

  api.delete(
    '/actions/:actionId',
    {
      schema: {
        tags,
        summary: 'Delete an action item',
        description: 'By any member of its team.',
        headers: ChangeHeaders,
        params: actionParams,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await actions.remove(commandOf(request), request.params.actionId)),
  );

  api.post(
    '/actions/:actionId/restore',
    {
      schema: {
        tags,
        summary: 'Take the deletion of an action item back',
        description:
          'By whoever deleted it: to anybody else a deleted one is 404. One that is not deleted is answered as it is.',
        headers: ChangeHeaders,
        params: actionParams,
        response: { 200: Action, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await actions.restore(commandOf(request), request.params.actionId)),
  );
}
