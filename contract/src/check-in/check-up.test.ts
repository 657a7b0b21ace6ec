import { expect, test } from 'vitest';

import { CheckUpQuestions } from '../meetings/meeting-changes.ts';
import { totalsOfHistogram } from './check-in.ts';
import { answersDiffer, builtInQuestions, spreadOf } from './check-up.ts';

const totals = (...histogram: number[]) => {
  const found = totalsOfHistogram(histogram);
  if (!found) throw new Error('Nobody answered.');
  return found;
};

test('R-355 the spread grows with the number of answers far from the mean', () => {
  const rows = [totals(3, 0, 0, 0, 3), totals(1, 1, 1, 1, 1), totals(0, 0, 2, 3, 0)];
  const spreads = rows.map(spreadOf);
  expect(spreads).toEqual(spreads.toSorted((a, b) => b - a));
  expect(spreadOf(totals(0, 0, 0, 4, 0))).toBe(0);
});

test('R-355 answers are mixed if a quarter agrees and a quarter disagrees', () => {
  expect(answersDiffer(totals(2, 1, 0, 1, 2))).toBe(true);
  expect(answersDiffer(totals(1, 0, 0, 4, 0))).toBe(false);
  expect(answersDiffer(totals(0, 0, 5, 0, 0))).toBe(false);
  expect(answersDiffer(totals(0, 1, 0, 2, 0))).toBe(true);
});

test('R-351 a meeting can ask the built-in questions', () => {
  expect(CheckUpQuestions.parse(builtInQuestions)).toEqual(builtInQuestions);
});

test('R-351 asks no question twice, however its letters are stored', () => {
  const questions = ['Our café is calm', 'Our CAFE\u0301 is calm'];
  expect(CheckUpQuestions.safeParse(questions).error?.issues[0]?.message).toBe(
    'Each question can be asked only once.',
  );
});
