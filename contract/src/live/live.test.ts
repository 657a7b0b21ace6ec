import { expect, test } from 'vitest';

import { UserId } from '../ids.ts';
import { isAway, type PresenceEntry } from './live.ts';

function idOf(digit: number): UserId {
  return UserId.parse(`0198f000-0000-7000-8000-00000000000${digit}`);
}

function entry(digit: number, isOnline: boolean): PresenceEntry {
  const lastSeen = '2026-03-02T12:00:00.000Z';
  return { userId: idOf(digit), userName: `P${digit}`, email: '', isOnline, lastSeen };
}

test('a member is away if all their pages are closed, or none was opened', () => {
  const presence = [entry(1, true), entry(2, false)];
  expect([1, 2, 3].map((digit) => isAway(idOf(digit), presence))).toEqual([false, true, true]);
});
