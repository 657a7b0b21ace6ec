import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dayOf, isDay } from '#web/api/days';

import { scheduledStart, startHasPassed, startTimeText } from './meeting-schedule.ts';

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => vi.unstubAllEnvs());

test('a scheduled meeting starts at 9:00 in the reader’s zone, sent as UTC', () => {
  expect(scheduledStart('2026-01-15')).toBe('2026-01-15T14:00:00.000Z');
  expect(scheduledStart('2026-07-15')).toBe('2026-07-15T13:00:00.000Z');
});

test('9:00 stays 9:00 on days of a clock change', () => {
  expect(scheduledStart('2026-03-08')).toBe('2026-03-08T13:00:00.000Z');
  expect(scheduledStart('2026-11-01')).toBe('2026-11-01T14:00:00.000Z');
});

test('an instant’s day is the reader’s', () => {
  expect(dayOf('2026-01-15T02:00:00.000Z')).toBe('2026-01-14');
  expect(dayOf(null)).toBe('');
});

test('a day survives the round trip', () => {
  for (const day of ['2026-01-01', '2026-02-28', '2028-02-29', '2026-12-31']) {
    expect(dayOf(scheduledStart(day))).toBe(day);
  }
});

test('rejects invalid days', () => {
  for (const text of ['', 'tomorrow', '2026-02-30', '15.01.2026', '2026-1-5']) {
    expect(isDay(text)).toBe(false);
  }
  expect(isDay('2026-02-28')).toBe(true);
  expect(() => scheduledStart('2026-02-30')).toThrow(RangeError);
});

test('9:00 has passed on its day from 9:00 on, and on no later day', () => {
  const [before, after] = [new Date('2026-01-15T13:59:00Z'), new Date('2026-01-15T14:01:00Z')];
  expect(startHasPassed('2026-01-15', before)).toBe(false);
  expect(startHasPassed('2026-01-15', after)).toBe(true);
  expect(startHasPassed('2026-01-16', after)).toBe(false);
  expect(startHasPassed('', after)).toBe(false);
});

test('an empty start time reads Not scheduled', () => {
  expect(startTimeText(null)).toBe('Not scheduled');
  expect(startTimeText('2026-01-15T14:00:00.000Z')).toContain('2026');
});
