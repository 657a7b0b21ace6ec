// A team's health as CSV. Separate from `team-health.ts`, so that the dashboard does not load the export code.
import { z } from 'zod';

import { queryNumber } from '../api/lists.ts';
import { scoreTitles } from '../check-in/check-in.ts';
import { csvFile, type CsvRow } from '../exports/export-csv.ts';
import { CsvSeparator } from '../exports/meeting-export.ts';
import { deliveryRisk, questionsOf, type TeamHealth, totalsOn } from './team-health.ts';

/** GET /teams/{id}/health: `last` is the number of retros; `separator` is only for CSV. */
export const HealthQuery = z.object({
  last: queryNumber(1, 52).default(12),
  separator: CsvSeparator,
});
export type HealthQuery = z.infer<typeof HealthQuery>;

const csvHead = [
  'retro',
  'closed at',
  scoreTitles.mood,
  'answers',
  scoreTitles.mood_after,
  'answers',
  scoreTitles.worth,
  'answers',
  'topics discussed',
  'topics with an action item',
  'actions agreed',
  'actions done',
  'actions kept twice',
  'open actions',
  'overdue actions',
];

/** One row per retro, with columns for each check-up question. Scores with too few answers are empty. */
export function healthCsv({ retros }: TeamHealth, separator: CsvSeparator): string {
  const questions = questionsOf(retros);
  const rows = retros.map((retro): CsvRow => {
    const scores = [retro.mood, retro.mood_after, retro.worth];
    const checkUp = questions.map((each) => totalsOn(retro, each));
    const { topics } = retro;
    const { agreed, done, kept_twice, open, overdue, made_difference } = retro.actions;
    return [
      retro.name,
      retro.closed_at,
      ...scores.flatMap((score) => [score?.mean ?? null, score?.answers ?? null]),
      topics.discussed,
      topics.with_action,
      agreed,
      done,
      kept_twice,
      open,
      overdue,
      ...checkUp.flatMap((totals) => [totals?.mean ?? null, totals?.answers ?? null]),
      topics.discussed === 0
        ? null
        : Math.round((100 * topics.with_action) / topics.discussed) / 100,
      deliveryRisk({ open, overdue }),
      made_difference,
    ];
  });
  const asked = questions.flatMap((each) => [each, 'answers']);
  const head = [...csvHead, ...asked, 'focus', 'delivery risk', 'made a difference'];
  return csvFile([head, ...rows], separator);
}
