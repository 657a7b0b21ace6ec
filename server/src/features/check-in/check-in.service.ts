// The check-in: its round, and scores that nothing stored ties to a person (docs/retro.md ).
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { BoardState } from '@wentwell/contract/board/board';
import { giveScore, presentCheckIn } from '@wentwell/contract/board/check-in';
import type { Facts } from '@wentwell/contract/board/facts';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { askedType } from '@wentwell/contract/board/outcomes';
import {
  type CheckInInput,
  CheckInRound,
  CheckUpResults,
  type CheckUpScore,
  type Score,
  type TurnInput,
} from '@wentwell/contract/check-in-calls';
import { type Scores, showNew } from '@wentwell/contract/check-in-scores';
import type { ActionId, MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import type { OutcomeInput, Outcomes } from '@wentwell/contract/outcomes';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';

import { boardRecords } from '#server/board/board-records.table';
import { readCheckInRow } from '#server/board/board-rows';
import type { BoardStore, Prepared } from '#server/board/store';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { looksBack, type MeetingRow, meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { OneKey } from '#server/platform/http/one-key';
import type { Answer } from '#server/platform/http/receipts';

import {
  askedQuestions,
  type CheckInRow,
  checkIns,
  outcomesOf,
  scoreColumns,
  scoresOf,
  scoresOfTotals,
} from './check-ins.table.ts';
import { questionAfter, questions } from './questions.ts';

// The rows of a check-in that are no records of its board: the scores, and how many questions its team has had.

const Asked = z.object({ asked: z.coerce.number() });

/** The index of the team's next question. The row lock gives meetings that ask at once different questions. */
async function nextQuestion(tx: Tx, teamId: TeamId, taken: 0 | 1): Promise<number> {
  const [found] = await tx
    .insert(askedQuestions)
    .values({ teamId, asked: taken })
    .onConflictDoUpdate({
      target: askedQuestions.teamId,
      set: { asked: sql`${askedQuestions.asked} + ${taken}::int` },
    })
    .returning({ asked: askedQuestions.asked });
  return questionAfter(teamId, Asked.parse(found).asked + 1 - taken);
}

interface CheckInColumns {
  question?: number;
  scores?: Scores;
  checkUp?: Scores;
  outcomes?: Outcomes;
}

async function writeCheckIn(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  columns: CheckInColumns,
): Promise<void> {
  const set = {
    ...columns,
  };
  await tx
    .insert(checkIns)
    .values({ meetingId, teamId, ...set })
    .onConflictDoUpdate({ target: checkIns.meetingId, set })
    .execute();
}

// A meeting has a question of the day from the start (docs/retro.md R-182).

export function checkInOfMeeting(): MeetingHook {
  return {
    async afterCreate(tx, meeting) {
      await writeCheckIn(tx, meeting, { question: await nextQuestion(tx, meeting.teamId, 1) });
    },

    async afterImport(tx, { meeting, file }) {
      // The people who go on with the board give scores of their own.
      if (!isEditable(meeting.status)) {
        await writeCheckIn(tx, meeting, scoreColumns(scoresOfTotals(file.check_in)));
      }
      return null;
    },
  };
}

interface Scored {
  asked: 'mood' | 'worth';
  score: number;
}
/** `by` is null where the request had no key. */
type ByKey<Given> = Given & { by: AuthorHash | null };

const round = {
  answer: ({ board }: { board: BoardState }): Answer<CheckInRound> => ({
    status: 200,
    body: CheckInRound.parse(presentCheckIn(board)),
  }),
};

/** The membership, or the place of a guest, stays until the transaction ends. */
async function readMember(tx: Tx, board: BoardState, userId: UserId) {
  const { id, team_id } = getMeeting(board);
  const isTheirs = and(eq(memberships.teamId, team_id), eq(memberships.userId, userId));
  const found = await tx.select().from(memberships).where(isTheirs).for('key share');
  const isGuest = and(eq(users.id, userId), eq(users.guestOf, id), eq(users.isActive, true));
  const guests = await tx.select({ userId: users.id }).from(users).where(isGuest).for('share');
  return new Map([...found, ...guests].map((each) => [each.userId, { isActive: true }]));
}

/** The newest meeting that asks about an action item now. Throws NOT_FOUND where none does. */
async function findAsking(queries: Queries, id: ActionId): Promise<MeetingId> {
  const isAsked = and(eq(boardRecords.type, askedType.type), eq(boardRecords.id, id));
  const [asking] = await queries
    .select({ id: meetings.id })
    .from(boardRecords)
    .innerJoin(meetings, eq(meetings.id, boardRecords.meetingId))
    .where(and(isAsked, looksBack, isNull(meetings.deletedAt)))
    .orderBy(desc(meetings.phaseStartedAt))
    .limit(1);
  if (!asking) throw new ApiError('NOT_FOUND');
  return asking.id;
}

interface AnonymousAnswer<Body> {
  name: 'score.set' | 'check_up.answer' | 'outcome.set';
  input: Readonly<Record<string, unknown>>;
  /** Null where the request had no key. */
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

interface CheckInDeps {
  db: Database;
  store: BoardStore;
  answersMin: number;
}

export function checkInService({ db, store, answersMin }: CheckInDeps) {
  const oneKey = new OneKey();

  /** The caller says who may; neither row, change nor receipt says who did. */
  function give<Body>(
    caller: Caller,
    meetingId: MeetingId,
    { name, input, by, body, facts, columns }: AnonymousAnswer<Body>,
  ): Promise<Answer<Body>> {
    // A receipt would tie the answer to an account, and setting it again changes nothing anyway.
    const { once: _, ...command }: Command = caller;
    const scorer = { meetingId, userId: caller.userId };
    return store.change(command, meetingId, {
      name,
      input,
      async reads(tx, { board }): Promise<Prepared> {
        const { team_id: teamId } = getMeeting(board);
        const [row, memberCount] = await Promise.all([
          readCheckInRow(tx, null, meetingId),
          tx.$count(memberships, eq(memberships.teamId, teamId)),
        ]);
        const isOtherKey = by !== null && oneKey.isOther(by, scorer);
        return {
          input,
          context: { memberCount, facts: facts(row, { by, isOtherKey }) },
          async alongside() {
            if (by === null) return;
            oneKey.remember(by, scorer);
            await writeCheckIn(tx, { id: meetingId, teamId }, columns({ row, board, by }));
          },
        };
      },
      answer: () => ({ status: 200, body }),
    });
  }

  function rate<Body>(
    caller: Caller,
    meetingId: MeetingId,
    {
      input,
      ...given
    }: Pick<AnonymousAnswer<Body>, 'name' | 'by' | 'body'> & { input: Scored | CheckUpScore },
  ): Promise<Answer<Body>> {
    return give(caller, meetingId, {
      ...given,
      input: { ...input },
      facts: (row, known) => ({ scores: { given: scoresOf(row), answersMin, ...known } }),
      columns: ({ row, board, by }) =>
        scoreColumns(giveScore(board, input, { given: scoresOf(row), by, answersMin })),
    });
  }

  return {
    score(
      caller: Caller,
      meetingId: MeetingId,
      { by, ...input }: ByKey<Scored>,
    ): Promise<Answer<Score>> {
      const body = { score: input.score };
      return rate(caller, meetingId, { name: 'score.set', input, by, body });
    },

    checkUp(
      caller: Caller,
      meetingId: MeetingId,
      { by, ...input }: ByKey<CheckUpScore>,
    ): Promise<Answer<CheckUpScore>> {
      return rate(caller, meetingId, { name: 'check_up.answer', input, by, body: input });
    },

    showCheckUp(command: Command, meetingId: MeetingId): Promise<Answer<CheckUpResults>> {
      return store.change(command, meetingId, {
        name: 'check_up.show',
        input: {},
        async reads(tx, { board }) {
          const row = await readCheckInRow(tx, null, meetingId);
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
      });
    },

    /** Sets whether an action item helped. `scorerOf` hashes the caller's key for the meeting that asks. */
    async outcome(
      caller: Caller,
      id: ActionId,
      { outcome, scorerOf }: OutcomeInput & { scorerOf(id: MeetingId): AuthorHash | null },
    ): Promise<Answer<OutcomeInput>> {
      const meetingId = await findAsking(db, id);
      return give(caller, meetingId, {
        name: 'outcome.set',
        input: { id, outcome },
        by: scorerOf(meetingId),
        body: { outcome },
        facts: (row, known) => ({ outcomes: { given: outcomesOf(row), ...known } }),
        columns({ row, by: own }) {
          const given = outcomesOf(row);
          return { outcomes: { ...given, [own]: { ...given[own], [id]: outcome } } };
        },
      });
    },

    nextQuestion(command: Command, meetingId: MeetingId): Promise<Answer<CheckInRound>> {
      return store.change(command, meetingId, {
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
      });
    },

    hideQuestion(
      command: Command,
      meetingId: MeetingId,
      input: CheckInInput,
    ): Promise<Answer<CheckInRound>> {
      return store.change(command, meetingId, { ...round, name: 'question.hide', input });
    },

    turn(command: Command, meetingId: MeetingId, input: TurnInput): Promise<Answer<CheckInRound>> {
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
  };
}
export type CheckInService = ReturnType<typeof checkInService>;
