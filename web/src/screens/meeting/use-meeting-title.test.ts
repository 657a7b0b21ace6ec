import { expect, test } from 'vitest';

import { timeLeft } from './use-meeting-title.ts';

test('the time left is told in minutes and seconds, until it is up', () => {
  const now = Date.parse('2026-03-14T09:00:00.000Z');
  expect(timeLeft('2026-03-14T09:02:31.000Z', now)).toBe('2:31');
  expect(timeLeft('2026-03-14T09:02:30.100Z', now)).toBe('2:31');
  expect(timeLeft('2026-03-14T09:00:09.000Z', now)).toBe('0:09');
  expect(timeLeft('2026-03-14T10:05:00.000Z', now)).toBe('65:00');
  expect(timeLeft('2026-03-14T09:00:00.000Z', now)).toBeNull();
  expect(timeLeft('no time', now)).toBeNull();
});
