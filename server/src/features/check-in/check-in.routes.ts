// The check-in: its round, and scores that stored data cannot tie to a person (docs/retro.md ).
import { OutcomeInput, outcomesPerMeeting } from '@wentwell/contract/actions/outcomes';
import type { BoardState } from '@wentwell/contract/board/board';
import { giveScore, presentCheckIn } from '@wentwell/contract/board/check-in';
import type { Facts } from '@wentwell/contract/board/facts';
import { getMeeting, type MeetingRecord } from '@wentwell/contract/board/meeting';
import { askedType } from '@wentwell/contract/board/outcomes';
import type { BoardRecord } from '@wentwell/contract/board/record';
import {
  CheckInInput,
  CheckInRound,
  CheckUpResults,
  CheckUpScore,
  Score,
  TurnInput,
} from '@wentwell/contract/check-in/check-in-calls';
import { showNew } from '@wentwell/contract/check-in/check-in-scores';
import type { ActionId, MeetingId, UserId } from '@wentwell/contract/ids';
import { type AuthorHash, AuthorHeaders } from '@wentwell/contract/notes/author-keys';
import { and, desc, eq, gte, inArray, isNull, lt, or } from 'drizzle-orm';

import { boardRecords } from '#server/board/board-records.table';
import { readCheckInRow } from '#server/board/board-rows';
import { countedRetrosOf } from '#server/board/counted-retros';
import type { ServerFeature } from '#server/board/server-feature';
import type { PreparedCommand, StoreDeps } from '#server/board/store';
import { actions, askedIn, toActionRecord } from '#server/features/actions/actions.table';
import { looksBack, meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import type { Api } from '#server/platform/http/api';
import { notFound } from '#server/platform/http/api-error';
import { scorerOf, FirstAuthorKeys } from '#server/platform/http/author-key';
import type { Caller } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import type { Command } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';

import { type CheckInColumns, nextQuestion, writeCheckIn } from './check-in-rows.ts';
import { type CheckInRow, outcomesOf, scoreColumns, scoresOf } from './check-ins.table.ts';
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
  const isTheirs = and(eq(memberships.teamId, team_id), eq(memberships.userId, userId));
  const found = await tx.select().from(memberships).where(isTheirs).for('key share');
  const isGuest = and(eq(users.id, userId), eq(users.guestOf, id), eq(users.isActive, true));
  const guests = await tx.select({ userId: users.id }).from(users).where(isGuest).for('share');
  return new Map([...found, ...guests].map((each) => [each.userId, { isActive: true }]));
}

/** The newest meeting that asks about the action item now. Throws NOT_FOUND if none does. */
async function findAsking(queries: Queries, id: ActionId): Promise<MeetingId> {
  const isAsked = and(eq(boardRecords.type, askedType.type), eq(boardRecords.id, id));
  const [asking = notFound()] = await queries
    .select({ id: meetings.id })
    .from(boardRecords)
    .innerJoin(meetings, eq(meetings.id, boardRecords.meetingId))
    .where(and(isAsked, looksBack, isNull(meetings.deletedAt)))
    .orderBy(desc(meetings.phaseStartedAt))
    .limit(1);
  return asking.id;
}

/** Action items done with exactly two counted retros since. Those already asked about stay asked. */
async function readAsked(tx: Tx, { id, team_id: teamId }: MeetingRecord): Promise<BoardRecord[]> {
  const retros = await tx
    .select({ endTime: meetings.endTime })
    .from(meetings)
    .where(countedRetrosOf(teamId))
    .orderBy(desc(meetings.endTime))
    .limit(3);
  const [, second, third] = retros.map(({ endTime }) => endTime);
  const due = second
    ? await tx
        .select({ id: actions.id })
        .from(actions)
        .where(
          and(
            eq(actions.teamId, teamId),
            eq(actions.status, 'done'),
            isNull(actions.deletedAt),
            lt(actions.doneAt, second),
            third ? gte(actions.doneAt, third) : undefined,
          ),
        )
        .orderBy(desc(actions.doneAt))
        .limit(outcomesPerMeeting)
    : [];
  const isDue = inArray(
    actions.id,
    due.map((each) => each.id),
  );
  const found = await tx
    .select()
    .from(actions)
    .where(or(askedIn(tx, { id, teamId }), isDue));
  return found.flatMap((row) => [toActionRecord(row), { type: askedType.type, id: row.id }]);
}

interface AnonymousAnswer<Body> {
  name: 'score.set' | 'check_up.answer' | 'outcome.set';
  input: Readonly<Record<string, unknown>>;
  /** Null if the request had no author key. */
  by: AuthorHash | null;
  body: Body;
  facts(
    row: CheckInRow | undefined,
    known: Pick<Facts['scores'], 'by' | 'isOtherKey'>,
  ): Partial<Facts>;
  columns(given: {
    row: CheckInRow | undefined;
    board: BoardState;
    by: AuthorHash;
  }): CheckInColumns;
}

function routes(api: Api, { db, store, answersMin }: StoreDeps & { answersMin: number }): void {
  const { change } = callsOf(api, 'Check-in');
  const firstKeys = new FirstAuthorKeys();

  /** Uses the account only for authorization. No row, change or receipt stores it. */
  function storeAnonymously<Body>(
    caller: Caller,
    meetingId: MeetingId,
    { name, input, by, body, facts, columns }: AnonymousAnswer<Body>,
  ): Promise<Answer<Body>> {
    // Omit the receipt: it would tie the answer to an account, and the call is idempotent anyway.
    const { once: _, ...command }: Command = caller;
    const scorer = { meetingId, userId: caller.userId };
    return store.change(command, meetingId, {
      name,
      input,
      async reads(tx, { board }): Promise<PreparedCommand> {
        const { team_id: teamId } = getMeeting(board);
        const [row, memberCount] = await Promise.all([
          readCheckInRow(tx, meetingId),
          tx.$count(memberships, eq(memberships.teamId, teamId)),
        ]);
        const isOtherKey = by !== null && firstKeys.isOther(by, scorer);
        return {
          input,
          context: { memberCount, facts: facts(row, { by, isOtherKey }) },
          async alongside() {
            if (by === null) return;
            firstKeys.remember(by, scorer);
            await writeCheckIn(tx, { id: meetingId, teamId }, columns({ row, board, by }));
          },
        };
      },
      answer: () => ({ status: 200, body }),
    });
  }

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
      'By the owner and co-leads, while the meeting is live. Shows each question with at least `answers_min` ' +
      'new answers. The meeting’s end does the same.',
    answers: { 200: CheckUpResults },
    run: ({ command, params: { meetingId } }) =>
      store.change(command, meetingId, {
        name: 'check_up.show',
        input: {},
        async reads(tx, { board }) {
          const row = await readCheckInRow(tx, meetingId);
          const scores = { given: scoresOf(row), by: null, isOtherKey: false, answersMin };
          const { team_id: teamId } = getMeeting(board);
          const shown = scoreColumns(showNew(scores.given, answersMin));
          return {
            input: {},
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

  callsOf(api, 'Action items').change('PUT /actions/:actionId/outcome', {
    operationId: 'setOutcome',
    config: { hasBoardSeq: true },
    summary: 'Rate whether an action item helped',
    description:
      'By a member, while a meeting in joining asks about it (`did_it_help` of its board); 404 otherwise. ' +
      'Requires an author key of that meeting, and stores its hash without an account; repeating changes ' +
      'nothing. `GET /teams/{id}/outcomes` has the totals once the meeting is closed.',
    headers: AuthorHeaders,
    body: OutcomeInput,
    answers: { 200: OutcomeInput },
    async run({ caller, params: { actionId: id }, body, request }) {
      const { outcome } = body;
      const meetingId = await findAsking(db, id);
      return storeAnonymously(caller, meetingId, {
        name: 'outcome.set',
        input: { id, outcome },
        by: scorerOf(request, meetingId),
        body: { outcome },
        facts: (row, known) => ({ outcomes: { given: outcomesOf(row), ...known } }),
        columns({ row, by: own }) {
          const given = outcomesOf(row);
          return { outcomes: { ...given, [own]: { ...given[own], [id]: outcome } } };
        },
      });
    },
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
        async reads(tx, { board }) {
          const { team_id: teamId } = getMeeting(board);
          const next = questions[await nextQuestion(tx, teamId, 0)];
          return {
            input: {},
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
          reads: async (tx: Tx, { board }: { board: BoardState }) => ({
            input,
            context: { facts: { members: await readMember(tx, board, userId) } },
          }),
        }),
      });
    },
  });
}

export const checkInFeature: ServerFeature = {
  routes,
  lookBack: readAsked,
  evidence: {
    written: {
      check_ins: {
        title: 'Check-in',
        holds: 'Scores and answers to the check-up, beside such a hash; no times, no order.',
      },
    },
    named: {
      check_in_turns: { title: 'Turns of the check-in', holds: 'Who has had their turn.' },
    },
  },
};
