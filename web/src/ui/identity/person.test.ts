import { expect, test } from 'vitest';

import { initialsOf } from './person.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada de la Torre', 'AT'],
  ['grace@example.org', 'GR'],
  ['grace.hopper@example.org', 'GH'],
  ['Øystein', 'ØY'],
  ['', '?'],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
