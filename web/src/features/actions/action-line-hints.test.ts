import { UserId } from '@wentwell/contract/ids';
import { expect, it } from 'vitest';

import { misspelledDay, unreadName, readActionLine } from './action-line.ts';

const people = ['Ada Lovelace', 'Ada Byron', 'Bob'].map((name, index) => ({
  id: UserId.parse(`00000000-0000-4000-8000-00000000000${index}`),
  name,
}));
const read = (line: string) => readActionLine(line, { people, today: '2026-03-11' });

it.each([
  ['Ask by frday', 'friday'],
  ['Ask by Wendesday, then ship', 'wednesday'],
  ['Ask by tommorow', 'tomorrow'],
  ['Ask by tody', 'today'],
  ['Stand by Bob by thrusday', 'thursday'],
  ['Ask by friday', null],
  ['Ask by mail', null],
  ['Pay by money', null],
  ['Ask by noon', null],
  ['Sort by date', null],
  ['Ask frday', null],
])('reads the day in "%s" as %s', (line, day) => {
  expect(misspelledDay(line, read(line))?.day ?? null).toBe(day);
});

it('corrects a day in its place', () => {
  const line = 'Ask @bob by Frday, then ship';
  expect(misspelledDay(line, read(line))?.line).toBe('Ask @bob by friday, then ship');
});

it.each([
  ['Ask @robbin first', 'Nobody in the team is called “robbin”.'],
  ['Ask @ada first', '“@ada” matches several people.'],
  ['Ask @robbin', null],
  ['Ask @bob first', null],
  ['Write to bob@example.com today', null],
])('of the name in "%s" says: %s', (line, hint) => {
  expect(unreadName(line, read(line), people)).toBe(hint);
});
