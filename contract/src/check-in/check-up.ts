// The check-up (docs/retro.md ). A meeting copies its questions from the built-in or the team's list.
import type { ScoreTotals } from './check-in.ts';

export const builtInQuestions: readonly string[] = [
  'I know why we build what we build',
  'I can say no to work',
  'I get help when I need it',
  'We can speak openly here',
  'Our releases are calm',
  'Our code is easy to change',
  'I learn something every week',
  'Our meetings are worth the time',
];

/** The standard deviation of the answers. */
export function spreadOf({ mean, histogram, answers }: ScoreTotals): number {
  const squares = histogram.reduce((sum, count, at) => sum + count * (at + 1 - mean) ** 2, 0);
  return Math.sqrt(squares / answers);
}

/** At least a quarter of the answers agree, and at least a quarter disagree. */
export function answersDiffer({ histogram, answers }: ScoreTotals): boolean {
  const [one = 0, two = 0, , four = 0, five = 0] = histogram;
  return one + two >= answers / 4 && four + five >= answers / 4;
}
