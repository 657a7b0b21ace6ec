import { Outcomes } from '@wentwell/contract/actions/outcomes';
import {
  type CheckIn,
  isQuestion,
  kindOfQuestion,
  type OpenCheckIn,
  type ScoreKind,
  scoreKinds,
} from '@wentwell/contract/check-in/check-in';
import { allTotals, ownScores, Scores } from '@wentwell/contract/check-in/check-in-scores';
import { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';

import { type MeetingRow, ofMeeting } from '#server/features/meetings/meetings.table';
import {
  currentMarks,
  type PhaseMark,
  phaseMarks,
} from '#server/features/meetings/phase-marks.table';
import { ofTeam } from '#server/features/teams/teams.table';
import { ofBoardTeam } from '#server/live/board-columns';

import { questions } from './questions.ts';

/** One JSON value holds all scores. Rows would keep their order, which presence data could tie to people. */
export const checkIns = pgTable('check_ins', {
  meetingId: ofMeeting().primaryKey(),
  teamId: ofBoardTeam(),
  /** Index into `questions`. */
  question: integer(),
  questionHidden: boolean().notNull().default(false),
  scores: jsonb().$type<Scores>().notNull().default({}),
  /** Whether action items helped. Stored like `scores`. */
  outcomes: jsonb().$type<Outcomes>().notNull().default({}),
  /** The answers to the check-up. Stored like `scores`. */
  checkUp: jsonb().$type<Scores>().notNull().default({}),
});
export type CheckInRow = typeof checkIns.$inferSelect;

/** All answers by author key. */
export const allAnswers = sql`${checkIns.scores} || ${checkIns.outcomes} || ${checkIns.checkUp}`;

export const checkInTurns = phaseMarks('check_in_turns');

export const askedQuestions = pgTable('asked_questions', {
  teamId: ofTeam().primaryKey(),
  asked: integer().notNull(),
});

/** Merges scores and check-up answers. */
export function scoresOf(row: CheckInRow | undefined): Scores {
  if (!row) return {};
  const [scores, checkUp] = [Scores.parse(row.scores), Scores.parse(row.checkUp)];
  const all = new Map(entriesOf(scores));
  for (const [by, given] of entriesOf(checkUp)) all.set(by, { ...all.get(by), ...given });
  return Object.fromEntries(all);
}

function entriesOf(scores: Scores) {
  return Object.entries(scores).map(([by, given]) => [AuthorHash.parse(by), given] as const);
}

/** Splits scores into the two columns that store them. */
export function scoreColumns(scores: Scores) {
  const only = (isWanted: (kind: string) => boolean): Scores =>
    Object.fromEntries(
      entriesOf(scores).flatMap(([by, given]) => {
        const kept = Object.entries(given).filter(([kind]) => isWanted(kind));
        return kept.length > 0 ? [[by, Object.fromEntries(kept)]] : [];
      }),
    );
  return { scores: only((kind) => !isQuestion(kind)), checkUp: only(isQuestion) };
}

export function outcomesOf(row: Pick<CheckInRow, 'outcomes'> | null | undefined): Outcomes {
  return row ? Outcomes.parse(row.outcomes) : {};
}

/** Converts imported totals (counts of scores 1 to 5) to scores under new keys that nobody holds. */
export function scoresOfTotals({
  check_up,
  ...totals
}: Record<ScoreKind, readonly number[] | null> & {
  check_up: readonly { question: string; scores: readonly number[] }[];
}): Scores {
  const scores = new Map<AuthorHash, [string, Scores[AuthorHash][string]][]>();
  const histograms = [
    ...scoreKinds.map((kind) => [kind, totals[kind] ?? []] as const),
    ...check_up.map(({ question, scores: own }) => [kindOfQuestion(question), own] as const),
  ];
  for (const [kind, histogram] of histograms) {
    const given = histogram.flatMap((count, at) => Array.from({ length: count }, () => at + 1));
    for (const [at, score] of given.entries()) {
      const by = AuthorHash.parse(`imported ${at}`);
      const own = scores.get(by) ?? [];
      own.push([kind, { score, shown: score }]);
      scores.set(by, own);
    }
  }
  return Object.fromEntries([...scores].map(([by, own]) => [by, Object.fromEntries(own)]));
}

export interface CheckInRows {
  row: CheckInRow | undefined;
  turns: readonly PhaseMark[];
}

export function placeOfQuestion(question: string | null): number | null {
  return question === null ? null : questions.indexOf(question);
}

/** The public part of a check-in. */
export function toOpenCheckIn(
  meeting: MeetingRow,
  { row, turns }: CheckInRows,
  { answersMin }: { answersMin: number },
): OpenCheckIn {
  return {
    question: questions[row?.question ?? -1] ?? null,
    question_hidden: row?.questionHidden ?? false,
    turns: currentMarks(meeting, turns),
    ...allTotals(scoresOf(row), answersMin),
  };
}

/** Adds the own scores of the author key's holder. */
export function toCheckIn(
  meeting: MeetingRow,
  rows: CheckInRows,
  { by, answersMin }: { by: AuthorHash | null; answersMin: number },
): CheckIn {
  const open = toOpenCheckIn(meeting, rows, { answersMin });
  return { ...open, ...ownScores(scoresOf(rows.row), by), answers_min: answersMin };
}
