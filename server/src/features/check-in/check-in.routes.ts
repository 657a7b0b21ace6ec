import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { ChangeHeaders, CreateHeaders } from '@wentwell/contract/change-headers';
import { CheckInInput, CheckInRound, Score, TurnInput } from '@wentwell/contract/check-in-calls';
import { ActionId, MeetingId } from '@wentwell/contract/ids';
import { OutcomeInput } from '@wentwell/contract/outcomes';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { scorerOf } from '#server/platform/http/author-key';
import { callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { CheckInService } from './check-in.service.ts';

const tags = ['Check-in'];
const params = z.object({ meetingId: MeetingId });
const unlinkable =
  'Needs an author key, is stored under a hash of it with no account beside it; setting it again changes nothing. Totals are ' +
  'shown of three answers or more, change by three or more, and are complete when the meeting is over.';

const descriptions = {
  mood: {
    operationId: 'setMood',
    summary: 'Say how one feels',
    description: `From 1 to 5, by a member, in a live meeting. Up to voting it counts as the mood before, from discussing on as the one after. ${unlinkable}`,
  },
  worth: {
    operationId: 'setWorth',
    summary: 'Say whether it was worth the time',
    description: `From 1 to 5, by a member, from discussing on and for a day after the meeting is closed. ${unlinkable}`,
  },
};

export function checkInRoutes(api: Api, checkIn: CheckInService): void {
  const { change } = callsOf(api, 'Check-in');

  for (const asked of ['mood', 'worth'] as const) {
    api.put(
      `/meetings/:meetingId/${asked}`,
      {
        schema: {
          tags,
          ...descriptions[asked],
          headers: AuthorHeaders,
          params,
          body: Score,
          response: { 200: Score, ...errorResponses(403, 404, 409, 422) },
        },
      },
      async (request, reply) => {
        const { meetingId } = request.params;
        const by = scorerOf(request, meetingId);
        const given = { asked, by, ...request.body };
        return answered(reply, await checkIn.score(callerOf(request), meetingId, given));
      },
    );
  }

  api.put(
    '/actions/:actionId/outcome',
    {
      schema: {
        tags: ['Action items'],
        operationId: 'setOutcome',
        summary: 'Say whether an action item helped',
        description:
          'By a member, while a meeting in joining asks about it (`did_it_help` of its board); 404 otherwise. Needs an ' +
          'author key of that meeting, is stored under a hash of it with no account beside it; setting it again changes ' +
          'nothing. `GET /teams/{id}/outcomes` has the totals when the meeting is closed.',
        headers: AuthorHeaders,
        params: z.object({ actionId: ActionId }),
        body: OutcomeInput,
        response: { 200: OutcomeInput, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const given = { ...request.body, scorerOf: (id: MeetingId) => scorerOf(request, id) };
      const { actionId } = request.params;
      return answered(reply, await checkIn.outcome(callerOf(request), actionId, given));
    },
  );

  change(
    'POST /meetings/:meetingId/check-in/next-question',
    {
      operationId: 'askNextQuestion',
      summary: 'Ask another question of the day',
      description:
        'By the owner, in joining. It begins another round of turns. A team gets no question twice among its last ten.',
      headers: CreateHeaders,
      params,
      answers: { 200: CheckInRound },
      refuses: [403, 404, 409],
    },
    ({ command, params }) => checkIn.nextQuestion(command, params.meetingId),
  );

  api.put(
    '/meetings/:meetingId/check-in',
    {
      schema: {
        tags,
        operationId: 'setQuestionVisibility',
        summary: 'Hide the question of the day, or show it',
        description: 'By the owner, in joining.',
        headers: ChangeHeaders,
        params,
        body: CheckInInput,
        response: { 200: CheckInRound, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { meetingId } = request.params;
      const command = commandOf(request);
      return answered(reply, await checkIn.hideQuestion(command, meetingId, request.body));
    },
  );

  change(
    'PUT /meetings/:meetingId/check-in/turn',
    {
      operationId: 'setCheckInTurn',
      summary: 'Mark who has answered the question of the day',
      description:
        'In joining, by each member for themselves and by the owner for anybody in the team. Another question and ' +
        'the next phase clear the marks.',
      headers: ChangeHeaders,
      params,
      body: TurnInput,
      answers: { 200: CheckInRound },
      refuses: [403, 404, 409, 422],
    },
    ({ command, params, body }) => checkIn.turn(command, params.meetingId, body),
  );
}
