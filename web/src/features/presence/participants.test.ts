import { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live/live';
import { expect, test } from 'vitest';

import { lastSeenText, sortParticipants } from './participants.ts';

const now = Date.parse('2026-03-02T12:00:00.000Z');

function idOf(digit: number): UserId {
  return UserId.parse(`0198f000-0000-7000-8000-${String(digit).padStart(12, '0')}`);
}

function entry(digit: number, isOnline: boolean, minutesAgo = 0): PresenceEntry {
  const lastSeen = new Date(now - minutesAgo * 60_000).toISOString();
  return { userId: idOf(digit), userName: `P${digit}`, email: '', isOnline, lastSeen };
}

test('the user, others by name, and those who left, latest first', () => {
  const presence = [
    entry(3, true),
    entry(1, true),
    entry(2, true),
    entry(4, false, 9),
    entry(5, false, 2),
  ];
  const sorted = sortParticipants(presence, idOf(3), []);
  expect(sorted.you?.userName).toBe('P3');
  expect(sorted.others.map((each) => each.userName)).toEqual(['P1', 'P2']);
  expect(sorted.online).toHaveLength(3);
  expect(sorted.recent.map((each) => each.userName)).toEqual(['P5', 'P4']);
});

test('R-85: raised hands come first in their order, also of people who left', () => {
  const presence = [1, 2, 3, 4, 5, 6, 7].map((digit) => entry(digit, digit < 5, digit));
  const hands = [7, 3, 2].map(idOf);
  const { others, recent } = sortParticipants(presence, idOf(9), hands);
  expect(others.map((each) => each.userName)).toEqual(['P3', 'P2', 'P1', 'P4']);
  expect(recent.map((each) => each.userName)).toEqual(['P7', 'P5', 'P6']);
});

test('at most five recently active', () => {
  const presence = [1, 2, 3, 4, 5, 6, 7].map((digit) => entry(digit, false, digit));
  const sorted = sortParticipants(presence, idOf(9), []);
  expect(sorted.recent).toHaveLength(5);
  expect(sorted).toMatchObject({ moreRecent: 2, recentCount: 7, you: null });
});

test.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1m ago'],
  [3_599_999, '59m ago'],
  [3_600_000, '1h ago'],
  [86_399_999, '23h ago'],
  [3 * 86_400_000, '3d ago'],
])('seen %i ms ago', (age, text) => {
  expect(lastSeenText(new Date(now - age).toISOString(), now)).toBe(text);
});

test('an invalid time is just now', () => {
  expect(lastSeenText('', now)).toBe('just now');
});
