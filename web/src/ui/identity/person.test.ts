import { expect, test } from 'vitest';

import { initialsOf, personColor } from './person.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada de la Torre', 'AT'],
  ['grace@example.org', 'GR'],
  ['grace.hopper@example.org', 'GH'],
  ['Øystein', 'ØY'],
  ['', '?'],
])('%s is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a person keeps the colour, and many people use them all', () => {
  expect(personColor('u1')).toEqual(personColor('u1'));
  const seen = new Set(
    Array.from({ length: 64 }, (_, index) => personColor(`u${index}`)['--person']),
  );
  expect(seen.size).toBe(12);
});
