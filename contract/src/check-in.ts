// The check-in (docs/retro.md ): a question of the day with a round of turns, and the scores that people
// give without a name: their mood before and after, and whether it was worth the time. On a board: `board/check-in.ts`.
// Its calls and who may make them: `check-in-calls.ts`, which a page needs only where it asks.
import { z } from 'zod';

import { UserId } from './ids.ts';

/** The totals of the scores, as everybody sees them. */
export const ScoreTotals = z.object({
  answers: z.number().int(),
  mean: z.number(),
  /** How many gave 1, 2, 3, 4 and 5. */
  histogram: z.array(z.number().int()),
});
export type ScoreTotals = z.infer<typeof ScoreTotals>;

/** A question of the check-up with the answers that everybody sees. */
export const CheckUpTotals = z.object({ question: z.string(), totals: ScoreTotals });
export type CheckUpTotals = z.infer<typeof CheckUpTotals>;

/** How a report names what was asked. */
export const scoreTitles = {
  mood: 'Mood before',
  mood_after: 'Mood after',
  worth: 'Worth our time',
} as const;

/** Counts how many gave 1, 2, 3, 4 and 5; null where nobody did. The mean has two decimals. */
export function totalsOfHistogram(histogram: readonly number[]): ScoreTotals | null {
  const answers = histogram.reduce((sum, count) => sum + count, 0);
  if (answers === 0) return null;
  const points = histogram.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { answers, mean: Math.round((100 * points) / answers) / 100, histogram: [...histogram] };
}

/** The part of a check-in that everybody sees. */
export const OpenCheckIn = z.object({
  /** Null in meetings that were made without one. */
  question: z.string().nullable(),
  question_hidden: z.boolean(),
  /** The people who have answered the question, in the order of their ids. */
  turns: z.array(UserId),
  /** Null until they may be known. */
  mood: ScoreTotals.nullable(),
  mood_after: ScoreTotals.nullable(),
  worth: ScoreTotals.nullable(),
  /** The questions of the check-up whose answers are shown, by their text. Changes of an earlier version lack it. */
  check_up: z.array(CheckUpTotals).default([]),
});
export type OpenCheckIn = z.infer<typeof OpenCheckIn>;

/** The default of the setting ANSWERS_MIN. */
export const answersMinDefault = 3;

const ownScore = z.number().int().nullable();
/** The scores given with the author key of the request, null without a key; and what no record holds for their reader. */
export const OwnScores = z.object({
  mood_mine: ownScore,
  mood_after_mine: ownScore,
  worth_mine: ownScore,
  /** The fewest answers of which totals are shown, and how many join them at a time. */
  answers_min: z.number().int().default(answersMinDefault),
});
export type OwnScores = z.infer<typeof OwnScores>;

export const CheckIn = OpenCheckIn.extend(OwnScores.shape);
export type CheckIn = z.infer<typeof CheckIn>;
