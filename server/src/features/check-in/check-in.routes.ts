import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { CreateHeaders } from '@wentwell/contract/change-headers';
import {
  CheckInInput,
  CheckInRound,
  CheckUpResults,
  CheckUpScore,
  Score,
  TurnInput,
} from '@wentwell/contract/check-in-calls';
import type { MeetingId } from '@wentwell/contract/ids';
import { OutcomeInput } from '@wentwell/contract/outcomes';

import type { Api } from '#server/platform/http/api';
import { scorerOf } from '#server/platform/http/author-key';
import { callsOf } from '#server/platform/http/calls';

import type { CheckInService } from './check-in.service.ts';

const unlinkable =
  'Needs an author key, is stored under a hash of it with no account beside it; setting it again changes nothing. Totals are ' +
  'shown of `answers_min` answers or more, change by as many, and are complete when the meeting is over.';

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
    change(`PUT /meetings/:meetingId/${asked}`, {
      ...descriptions[asked],
      headers: AuthorHeaders,
      body: Score,
      answers: { 200: Score },
      run: ({ caller, params: { meetingId }, body, request }) =>
        checkIn.score(caller, meetingId, { asked, by: scorerOf(request, meetingId), ...body }),
    });
  }

  change('PUT /meetings/:meetingId/check-up', {
    operationId: 'answerCheckUp',
    summary: 'Answer a question of the check-up',
    description:
      'From 1 to 5, by a member, in joining, one of `settings.check_up`. Needs an author key, is stored under a hash ' +
      'of it with no account beside it; setting it again changes nothing. Nobody sees answers before a lead shows them.',
    headers: AuthorHeaders,
    body: CheckUpScore,
    answers: { 200: CheckUpScore },
    run: ({ caller, params: { meetingId }, body, request }) =>
      checkIn.checkUp(caller, meetingId, { by: scorerOf(request, meetingId), ...body }),
  });

  change('POST /meetings/:meetingId/check-up/results', {
    operationId: 'showCheckUp',
    summary: 'Show the results of the check-up',
    description:
      'By the owner and co-leads, while it is live. Shows the answers to each question of which `answers_min` or more ' +
      'are new. The end of a meeting does the same.',
    headers: CreateHeaders,
    answers: { 200: CheckUpResults },
    run: ({ command, params }) => checkIn.showCheckUp(command, params.meetingId),
  });

  callsOf(api, 'Action items').change('PUT /actions/:actionId/outcome', {
    operationId: 'setOutcome',
    summary: 'Say whether an action item helped',
    description:
      'By a member, while a meeting in joining asks about it (`did_it_help` of its board); 404 otherwise. Needs an ' +
      'author key of that meeting, is stored under a hash of it with no account beside it; setting it again changes ' +
      'nothing. `GET /teams/{id}/outcomes` has the totals when the meeting is closed.',
    headers: AuthorHeaders,
    body: OutcomeInput,
    answers: { 200: OutcomeInput },
    run: ({ caller, params, body, request }) => {
      const given = { ...body, scorerOf: (id: MeetingId) => scorerOf(request, id) };
      return checkIn.outcome(caller, params.actionId, given);
    },
  });

  change('POST /meetings/:meetingId/check-in/next-question', {
    operationId: 'askNextQuestion',
    summary: 'Ask another question of the day',
    description:
      'By the owner, in joining. It begins another round of turns. A team gets no question twice among its last ten.',
    headers: CreateHeaders,
    answers: { 200: CheckInRound },
    run: ({ command, params }) => checkIn.nextQuestion(command, params.meetingId),
  });

  change('PUT /meetings/:meetingId/check-in', {
    operationId: 'setQuestionVisibility',
    summary: 'Hide the question of the day, or show it',
    description: 'By the owner, in joining.',
    body: CheckInInput,
    answers: { 200: CheckInRound },
    run: ({ command, params, body }) => checkIn.hideQuestion(command, params.meetingId, body),
  });

  change('PUT /meetings/:meetingId/check-in/turn', {
    operationId: 'setCheckInTurn',
    config: { guests: 'write' },
    summary: 'Mark who has answered the question of the day',
    description:
      'In joining, by each member for themselves and by the owner for anybody in the team. Another question and ' +
      'the next phase clear the marks.',
    body: TurnInput,
    answers: { 200: CheckInRound },
    run: ({ command, params, body }) => checkIn.turn(command, params.meetingId, body),
  });
}
