// The check-in (docs/retro.md ): a question of the day with turns, and anonymous scores of mood and
// worth. Board commands: `board/check-in.ts`. Requests and policy: `check-in-calls.ts`, which pages load only where
// they ask.
import { z } from 'zod';

import { UserId } from '../ids.ts';

export const ScoreTotals = z.object({
  answers: z.number().int(),
  mean: z.number(),
  /** The number of scores of 1, 2, 3, 4 and 5. */
  histogram: z.array(z.number().int()),
});
export type ScoreTotals = z.infer<typeof ScoreTotals>;

export const CheckUpTotals = z.object({ question: z.string(), totals: ScoreTotals });
export type CheckUpTotals = z.infer<typeof CheckUpTotals>;

export type ScoreKind = 'mood' | 'mood_after' | 'worth';
export const scoreKinds: readonly ScoreKind[] = ['mood', 'mood_after', 'worth'];

const ofQuestion = 'question:';

/** The stored kind of a question's scores. Its text identifies it, so answers survive changes to the meeting's questions. */
export type QuestionKind = `question:${string}`;
export const kindOfQuestion = (question: string): QuestionKind => `${ofQuestion}${question}`;
/** Answered questions per meeting, including ones that it no longer asks. */
export const checkUpAsked = 60;
export const questionOf = (kind: QuestionKind): string => kind.slice(ofQuestion.length);

export function isQuestion(kind: string): kind is QuestionKind {
  return kind.startsWith(ofQuestion);
}

export const scoreTitles = {
  mood: 'Mood before',
  mood_after: 'Mood after',
  worth: 'Worth our time',
} as const;

/** `histogram` counts the scores of 1, 2, 3, 4 and 5. Null if all are 0. The mean has two decimals. */
export function totalsOfHistogram(histogram: readonly number[]): ScoreTotals | null {
  const answers = histogram.reduce((sum, count) => sum + count, 0);
  if (answers === 0) return null;
  const points = histogram.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { answers, mean: Math.round((100 * points) / answers) / 100, histogram: [...histogram] };
}

/** The part of a check-in that is visible to everybody. */
export const OpenCheckIn = z.object({
  /** Null in meetings created without one. */
  question: z.string().nullable(),
  question_hidden: z.boolean(),
  /** The people who have answered the question, sorted by id. */
  turns: z.array(UserId),
  /** Null until published. */
  mood: ScoreTotals.nullable(),
  mood_after: ScoreTotals.nullable(),
  worth: ScoreTotals.nullable(),
  /** Check-up questions with published answers. Changes by earlier versions lack this field. */
  check_up: z.array(CheckUpTotals).default([]),
});
export type OpenCheckIn = z.infer<typeof OpenCheckIn>;

/** Default of the setting ANSWERS_MIN. */
export const answersMinDefault = 3;

const ownScore = z.number().int().nullable();
/** The caller's scores, by the request's author key; null without a key. Not stored in records. */
export const OwnScores = z.object({
  mood_mine: ownScore,
  mood_after_mine: ownScore,
  worth_mine: ownScore,
  /** The minimum number of answers for totals, and of new answers for updating them. */
  answers_min: z.number().int().default(answersMinDefault),
});
export type OwnScores = z.infer<typeof OwnScores>;

export const CheckIn = OpenCheckIn.extend(OwnScores.shape);
export type CheckIn = z.infer<typeof CheckIn>;
