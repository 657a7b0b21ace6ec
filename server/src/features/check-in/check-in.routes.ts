// The check-in: its round, and scores that stored data cannot tie to a person (docs/retro.md ).
import type { BoardState } from '@wentwell/contract/board/board';
import { giveScore, presentCheckIn } from '@wentwell/contract/board/check-in';
import { getMeeting } from '@wentwell/contract/board/meeting';
import * as checkIn from '@wentwell/contract/check-in/check-in';
import * as checkInCalls from '@wentwell/contract/check-in/check-in-calls';
import {
  CheckInInput,
  CheckInRound,
  CheckUpResults,
  CheckUpScore,
  Score,
  TurnInput,
} from '@wentwell/contract/check-in/check-in-calls';
import { showNew } from '@wentwell/contract/check-in/check-in-scores';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { AuthorHeaders } from '@wentwell/contract/notes/author-keys';
import { and, eq, sql } from 'drizzle-orm';

import { type AnonymousAnswer, writeCheckIn } from '#server/board/anonymous-answers';
import { readCheckInRow } from '#server/board/board-rows';
import type { FeatureDeps, ServerFeature } from '#server/board/server-feature';
import { allAnswers, checkIns } from '#server/features/check-in/check-ins.table';
import { membershipOf, memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Tx } from '#server/platform/db/database';
import { scorerOf } from '#server/platform/http/author-key';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Answer } from '#server/platform/http/receipts';

import { nextQuestion } from './check-in-rows.ts';
import { scoreColumns, scoresOf } from './check-ins.table.ts';
import { questions } from './questions.ts';

const unlinkable =
  'Needs an author key, is stored under a hash of it with no account beside it; setting it again changes nothing. Totals are ' +
  'shown of `answers_min` answers or more, change by as many, and are complete when the meeting is over.';

const descriptions = {
  mood: {
    operationId: 'setMood',
    summary: 'Rate my mood',
    description: `From 1 to 5, by a member, in a live meeting. It counts as the mood before until voting, and as the mood after from discussing on. ${unlinkable}`,
  },
  worth: {
    operationId: 'setWorth',
    summary: 'Rate whether the meeting was worth the time',
    description: `From 1 to 5, by a member, from discussing until a day after the meeting is closed. ${unlinkable}`,
  },
};

const round = {
  answer: ({ board }: { board: BoardState }): Answer<CheckInRound> => ({
    status: 200,
    body: CheckInRound.parse(presentCheckIn(board)),
  }),
};

/** Locks the membership or guest row until the transaction ends. */
async function readMember(tx: Tx, board: BoardState, userId: UserId) {
  const { id, team_id } = getMeeting(board);
  const isTheirs = membershipOf(userId, team_id);
  const found = await tx.select().from(memberships).where(isTheirs).for('key share');
  const isGuest = and(eq(users.id, userId), eq(users.guestOf, id), eq(users.isActive, true));
  const guests = await tx.select({ userId: users.id }).from(users).where(isGuest).for('share');
  return new Map([...found, ...guests].map((each) => [each.userId, { isActive: true }]));
}

function routes(api: Api, { store, storeAnonymously, answersMin }: FeatureDeps): void {
  const { change } = callsOf(api, 'Check-in');

  function storeScore<Body>(
    caller: Caller,
    meetingId: MeetingId,
    {
      input,
      ...given
    }: Pick<AnonymousAnswer<Body>, 'name' | 'by' | 'body'> & {
      input: CheckUpScore | { asked: 'mood' | 'worth'; score: number };
    },
  ): Promise<Answer<Body>> {
    return storeAnonymously(caller, meetingId, {
      ...given,
      input: { ...input },
      facts: (row, known) => ({ scores: { given: scoresOf(row), answersMin, ...known } }),
      columns: ({ row, board, by }) =>
        scoreColumns(giveScore(board, input, { given: scoresOf(row), by, answersMin })),
    });
  }

  for (const asked of ['mood', 'worth'] as const) {
    change(`PUT /meetings/:meetingId/${asked}`, {
      ...descriptions[asked],
      headers: AuthorHeaders,
      body: Score,
      answers: { 200: Score },
      run: ({ caller, params: { meetingId }, body, request }) =>
        storeScore(caller, meetingId, {
          name: 'score.set',
          input: { asked, ...body },
          by: scorerOf(request, meetingId),
          body,
        }),
    });
  }

  change('PUT /meetings/:meetingId/check-up', {
    operationId: 'answerCheckUp',
    summary: 'Answer a question of the check-up',
    description:
      'From 1 to 5, by a member, in joining, for one of `settings.check_up`. Requires an author key, and ' +
      'stores its hash without an account; repeating changes nothing. Answers stay hidden until a lead shows ' +
      'the results.',
    headers: AuthorHeaders,
    body: CheckUpScore,
    answers: { 200: CheckUpScore },
    run: ({ caller, params: { meetingId }, body, request }) =>
      storeScore(caller, meetingId, {
        name: 'check_up.answer',
        input: body,
        by: scorerOf(request, meetingId),
        body,
      }),
  });

  change('POST /meetings/:meetingId/check-up/results', {
    operationId: 'showCheckUp',
    summary: 'Show the check-up’s results',
    description:
      'By a lead, while the meeting is live. Shows each question with at least `answers_min` ' +
      'new answers. The meeting’s end does the same.',
    answers: { 200: CheckUpResults },
    run: ({ command, params: { meetingId } }) =>
      store.change(command, meetingId, {
        name: 'check_up.show',
        input: {},
        async read(tx, { board }) {
          const row = await readCheckInRow(tx, meetingId);
          const scores = { given: scoresOf(row), by: null, isOtherKey: false, answersMin };
          const { team_id: teamId } = getMeeting(board);
          const shown = scoreColumns(showNew(scores.given, answersMin));
          return {
            context: { facts: { scores } },
            alongside: () => writeCheckIn(tx, { id: meetingId, teamId }, shown),
          };
        },
        answer: ({ board }) => ({
          status: 200,
          body: CheckUpResults.parse(presentCheckIn(board)),
        }),
      }),
  });

  change('POST /meetings/:meetingId/check-in/next-question', {
    operationId: 'askNextQuestion',
    summary: 'Ask another question of the day',
    description:
      'By the owner, in joining. Starts a new round of turns. Questions do not repeat within a team’s last ' +
      'ten.',
    answers: { 200: CheckInRound },
    run: ({ command, params: { meetingId } }) =>
      store.change(command, meetingId, {
        ...round,
        name: 'question.next',
        input: {},
        async read(tx, { board }) {
          const { team_id: teamId } = getMeeting(board);
          const next = questions[await nextQuestion(tx, teamId, 0)];
          return {
            context: { facts: next === undefined ? {} : { nextQuestion: next } },
            alongside: () => nextQuestion(tx, teamId, 1),
          };
        },
      }),
  });

  change('PUT /meetings/:meetingId/check-in', {
    operationId: 'setQuestionVisibility',
    summary: 'Show or hide the question of the day',
    description: 'By the owner, in joining.',
    body: CheckInInput,
    answers: { 200: CheckInRound },
    run: ({ command, params: { meetingId }, body: input }) =>
      store.change(command, meetingId, { ...round, name: 'question.hide', input }),
  });

  change('PUT /meetings/:meetingId/check-in/turn', {
    operationId: 'setCheckInTurn',
    config: { guests: 'write' },
    summary: 'Mark a turn of the question of the day',
    description:
      'In joining, by each member for themselves, and by the owner for any member. A new question and the ' +
      'next phase clear the marks.',
    body: TurnInput,
    answers: { 200: CheckInRound },
    run({ command, params: { meetingId }, body: input }) {
      const { user_id: userId = command.userId } = input;
      return store.change(command, meetingId, {
        ...round,
        name: 'turn.set',
        input,
        ...(userId !== command.userId && {
          read: async (tx: Tx, { board }: { board: BoardState }) => ({
            context: { facts: { members: await readMember(tx, board, userId) } },
          }),
        }),
      });
    },
  });
}

export const checkInFeature: ServerFeature = {
  routes,
  schemas: [checkIn, checkInCalls],
  evidence: {
    written: {
      check_ins: {
        title: 'Check-in',
        holds:
          'Scores, answers to the check-up and whether action items helped, beside such a hash; no times, no order.',
      },
    },
    named: {
      check_in_turns: { title: 'Turns of the check-in', holds: 'Who has had their turn.' },
    },
  },
  async holdsContent(tx, id) {
    const isAnswered = sql`(${allAnswers}) <> '{}'`;
    return (await tx.$count(checkIns, and(eq(checkIns.meetingId, id), isAnswered))) > 0;
  },
};
