import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { currentDay } from '#web/api/days';

import { newMeetingName } from './meeting-form.ts';
import { inTwoWeeks, nextMeetingName, whyNotOn } from './next-meeting.ts';

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => vi.unstubAllEnvs());

test('two weeks later is the same local time, to five minutes, and never in the past', () => {
  const [start, now] = ['2026-02-27T15:02:40.000Z', new Date('2026-02-27T16:00:00Z')];
  expect(inTwoWeeks(start, now)).toBe('2026-03-13T14:05:00.000Z');
  expect(inTwoWeeks(start, new Date('2026-03-13T14:05:00Z'))).toBe('2026-03-27T14:05:00.000Z');
  expect(inTwoWeeks(null, now)).toBe('2026-03-13T15:00:00.000Z');
});

test('the next meeting is neither before today nor earlier today', () => {
  const midnight = '2026-03-13T04:00:00.000Z';
  expect(whyNotOn('', midnight)).toBe('Please pick a date.');
  expect(whyNotOn('2026-02-27', midnight)).toBe('The date cannot be before today.');
  expect(whyNotOn(currentDay(), midnight)).toBe('That time today has already passed.');
  expect(whyNotOn('2999-01-01', midnight)).toBeUndefined();
});

test('the next meeting’s name has its own day or sprint, and no other name changes', () => {
  const at = new Date(2026, 11, 5, 17, 0);
  const held = { start_time: '2026-11-21T16:00:00.000Z', created_at: '2026-11-19T09:00:00.000Z' };
  const nameAfter = (name: string) => nextMeetingName({ ...held, name }, at);
  expect(nameAfter(newMeetingName(new Date(held.start_time)))).toBe(newMeetingName(at));
  expect(nameAfter(newMeetingName(new Date(held.created_at)))).toBe(newMeetingName(at));
  expect(nameAfter('Sprint 42 · Checkout 2')).toBe('Sprint 43 · Checkout 2');
  expect(nameAfter('Team retro, sprint #09')).toBe('Team retro, sprint #10');
  for (const name of ['Sprint 2026-05', 'Sprint 5.12.', 'Footsprint', 'Retro 12 May']) {
    expect(nameAfter(name)).toBe(name);
  }
});
