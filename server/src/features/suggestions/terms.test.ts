import { expect, it } from 'vitest';

import { contentWords } from './terms.ts';

it.each([
  ['İstanbul', 'istanbul'],
  ['Cafe\u0301', 'café'],
  ['Ｂｕｉｌｄ', 'build'],
  ['STRASSE', 'straße'],
])('compares %s with %s as equal letters', (one, other) => {
  expect(contentWords(one)).toEqual(contentWords(other));
});
