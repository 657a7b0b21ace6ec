import type { MeetingStatus } from '@wentwell/contract/meetings/meetings';
import { expect, test } from 'vitest';

import { latestFirst, liveOf, mostRecent } from './meeting-order.ts';

function at(start_time: string | null, created_at = '2026-01-01T00:00:00.000Z') {
  return { start_time, created_at, end_time: null, status: 'planned' as MeetingStatus };
}

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T09:00:00.000Z`;

test('the latest start time comes first, unscheduled ones last', () => {
  const sorted = latestFirst([at(null), at(day(2)), at(day(9)), at(null), at(day(5))]);
  expect(sorted.map((meeting) => meeting.start_time)).toEqual([day(9), day(5), day(2), null, null]);
});

test('of two without a start time, the one created last comes first', () => {
  const sorted = latestFirst([at(null, day(1)), at(null, day(3)), at(null, day(2))]);
  expect(sorted.map((meeting) => meeting.created_at)).toEqual([day(3), day(2), day(1)]);
});

test('times compare as instants, not as strings', () => {
  const east = at('2026-01-02T01:00:00.000+05:00');
  const utc = at('2026-01-01T23:00:00.000Z');
  expect(latestFirst([east, utc])).toEqual([utc, east]);
});

test('the dashboard has the 10 most recent, and does not change its input', () => {
  const given = Array.from({ length: 13 }, (_, index) => at(day(index + 1)));
  const before = [...given];
  expect(mostRecent(given).map((meeting) => meeting.start_time)).toEqual(
    Array.from({ length: 10 }, (_, index) => day(13 - index)),
  );
  expect(given).toEqual(before);
});

test('scheduled meetings never hide a live one, and rows stay ordered by start', () => {
  const ahead = Array.from({ length: 12 }, (_, index) => at(day(index + 10)));
  const live = { ...at(day(1)), status: 'live' as const };
  const ended = { ...at(day(2)), status: 'live' as const, end_time: day(3) };
  const shown = mostRecent([...ahead, live, ended]);
  expect(shown).toHaveLength(10);
  expect(shown.at(-1)).toBe(live);
  expect(shown).toEqual(latestFirst(shown));
  expect(liveOf([...ahead, live, ended])).toEqual([live]);
});
