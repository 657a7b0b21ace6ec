// Scores in exports and in the report.
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import {
  checkUpAsked,
  type OpenCheckIn,
  scoreKinds,
  scoreTitles,
  totalsOfHistogram,
} from '../check-in/check-in.ts';
import { limits } from '../limits.ts';
import { CheckUpQuestions } from '../meetings/meeting-changes.ts';
import { countText } from '../report/meeting-report.ts';
import { escaped } from '../text/markdown-text.ts';
import { type CsvFields, type ExportPart, scoreNames } from './export-part.ts';

const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
/** The number of scores of 1, 2, 3, 4 and 5. */
const Histogram = z
  .array(wholeNumber(0, limits.answersPerQuestion))
  .length(5)
  .refine(
    (counts) => sum(counts) <= limits.answersPerQuestion,
    `A question has at most ${limits.answersPerQuestion} answers.`,
  );
/** Null if not published. */
const Scores = Histogram.nullable();

const CheckInFields = z
  .object({
    mood: Scores,
    mood_after: Scores,
    worth: Scores,
    check_up: z
      .array(z.object({ question: CheckUpQuestions.element, scores: Histogram }))
      .max(checkUpAsked)
      .default([]),
  })
  .refine(({ check_up, ...others }) => {
    const all = [...Object.values(others), ...check_up.map(({ scores }) => scores)];
    return sum(all.flatMap((counts) => counts ?? [])) <= limits.answersPerMeeting;
  }, `A meeting has at most ${limits.answersPerMeeting} scores.`)
  .default({ mood: null, mood_after: null, worth: null, check_up: [] });

/** Published scores in the order of files and reports. */
function askedIn({ check_up, ...scores }: OpenCheckIn) {
  return [
    ...scoreKinds.map((kind) => ({ question: scoreTitles[kind], totals: scores[kind] })),
    ...check_up,
  ];
}

export const checkInShape = { check_in: CheckInFields };

export const checkInExport: ExportPart<typeof checkInShape> = {
  ofBoard: ({ check_in: { mood, mood_after, worth, check_up } }) => ({
    check_in: {
      mood: mood?.histogram ?? null,
      mood_after: mood_after?.histogram ?? null,
      worth: worth?.histogram ?? null,
      check_up: check_up.map(({ question, totals }) => ({ question, scores: totals.histogram })),
    },
  }),
  rows: ({ check_in: { check_up, ...scores } }) =>
    [
      ...scoreKinds.map((kind) => [scoreTitles[kind], scores[kind] ?? []] as const),
      ...check_up.map((each) => [each.question, each.scores] as const),
    ].flatMap(([text, counts]): CsvFields[] => {
      const totals = totalsOfHistogram(counts);
      if (!totals) return [];
      const { answers, mean, histogram } = totals;
      const counted: CsvFields = { kind: 'score', text, answers, mean };
      for (const [at, name] of scoreNames.entries()) counted[name] = histogram[at] ?? null;
      return [counted];
    }),
  title: 'Mood and worth',
  lines: ({ check_in }) =>
    askedIn(check_in).flatMap(({ question, totals }) => {
      if (!totals) return [];
      const given = totals.histogram.flatMap((count, at) =>
        count > 0 ? `${count} × ${at + 1}` : [],
      );
      const answers = countText(totals.answers, 'answer');
      return `- ${escaped(question)}: ${totals.mean} of 5, ${answers} (${given.join(', ')})`;
    }),
};
