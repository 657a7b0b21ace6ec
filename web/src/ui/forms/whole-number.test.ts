import { expect, it } from 'vitest';

import { wholeNumber } from './whole-number.ts';

it.each([
  ['7', 7],
  [' 12 ', 12],
  ['１２', 12],
  ['٥', 5],
  ['۹', 9],
  ['१०', 10],
  ['๐๗', 7],
  ['5\u200b', 5],
  ['\u200e7', 7],
  ['\u200b', null],
  ['0', null],
  ['21', null],
  ['1.5', null],
  ['', null],
  ['many', null],
])('reads %j, in the digits of any keyboard, as %j', (typed, read) => {
  expect(wholeNumber(typed, 20)).toBe(read);
});
