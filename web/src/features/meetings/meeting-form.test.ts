import { beforeEach, expect, test, vi } from 'vitest';

import { serverClock } from '#web/api/server-time';

import {
  CreateMeetingFields,
  type CreateMeetingTyped,
  EditMeetingFields,
  missingToCreate,
  missingToEdit,
  newMeetingName,
} from './meeting-form.ts';

const team_id = '00000000-0000-7000-8000-0000000000bb';
const now: CreateMeetingTyped = { name: 'Sprint 12', team_id, start: 'now', date: '' };
const later: CreateMeetingTyped = { ...now, start: 'later', date: '2026-11-21' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 17, 0) });
  serverClock.set(Date.now());
  return () => vi.useRealTimers();
});

function messages(typed: CreateMeetingTyped): string[] {
  return CreateMeetingFields.safeParse(typed).error?.issues.map((issue) => issue.message) ?? [];
}

test('Start Now needs a name and a team', () => {
  expect(messages(now)).toEqual([]);
  expect(missingToCreate(now)).toBeNull();
  const text = 'Missing required fields. Please fill in meeting name and select a team.';
  expect(missingToCreate({ ...now, name: '  ' })).toBe(text);
  expect(missingToCreate({ ...now, team_id: '' })).toBe(text);
});

test('Schedule for Later needs a date as well', () => {
  expect(messages(later)).toEqual([]);
  const text = 'Please fill in meeting name, team, and date.';
  expect(missingToCreate({ ...later, date: '' })).toBe(text);
  expect(missingToCreate({ ...later, name: '' })).toBe(text);
  expect(missingToCreate(later)).toBeNull();
});

test('every missing field is named once', () => {
  expect(messages({ ...later, name: ' ', team_id: '', date: '' })).toEqual([
    'Please enter a meeting name.',
    'Please select a team.',
    'Please pick a date.',
  ]);
});

test('today is valid; yesterday is not, and not called missing', () => {
  const yesterday = { ...later, date: '2026-11-20' };
  expect(messages(yesterday)).toEqual(['The date cannot be before today.']);
  expect(missingToCreate(yesterday)).toBeNull();
});

test('the server’s day is today, not that of a wrong clock', () => {
  const offered = newMeetingName();
  vi.setSystemTime(new Date(2026, 10, 22, 17, 0));
  expect(messages(later)).toEqual([]);
  expect(newMeetingName()).toBe(offered);
});

test('edit needs name, team and date; a past day may stay', () => {
  expect(EditMeetingFields.safeParse({ name: 'A', team_id, date: '2020-01-01' }).success).toBe(
    true,
  );
  const text = 'Please fill in name, team, and date.';
  for (const field of ['name', 'team_id', 'date'] as const) {
    const typed = { name: 'A', team_id, date: '2026-11-21', [field]: '' };
    expect(missingToEdit(typed)).toBe(text);
    expect(EditMeetingFields.safeParse(typed).success).toBe(false);
  }
});
