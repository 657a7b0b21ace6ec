import type { ScoreTotals } from '@wentwell/contract/check-in/check-in';

export type ScoreKind = 'mood' | 'worth';

export const scores = [1, 2, 3, 4, 5] as const;
export type ScoreValue = (typeof scores)[number];

export const scoreLabels: Record<ScoreKind, Record<ScoreValue, string>> = {
  mood: { 1: 'Awful', 2: 'Not so good', 3: 'Okay', 4: 'Good', 5: 'Great' },
  worth: {
    1: 'Not at all',
    2: 'Hardly',
    3: 'Partly',
    4: 'Mostly',
    5: 'Fully',
  },
};

/** For example '3.4', in the reader's locale. */
export function scoreText(score: number): string {
  return score.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** For example '3 answers, 3.4 of 5 on average: 1 Okay, 2 Good'. */
export function totalsText(totals: ScoreTotals, kind: ScoreKind): string {
  const parts = scores.flatMap((score) => {
    const count = totals.histogram[score - 1] ?? 0;
    return count > 0 ? `${count} ${scoreLabels[kind][score]}` : [];
  });
  return `${totals.answers} answers, ${scoreText(totals.mean)} of 5 on average: ${parts.join(', ')}`;
}
