import { expect, test, vi } from 'vitest';

import { currentDay, dayAfter } from './days.ts';
import { serverClock } from './server-time.ts';

test('R-71: today is the server’s, whatever the browser’s clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 12) });
  serverClock.set(new Date(2026, 2, 2, 12).getTime());
  vi.setSystemTime(new Date(2026, 2, 4, 12));
  expect(currentDay()).toBe('2026-03-02');
  vi.useRealTimers();
});

test('no day is after the year 9999, which the API would refuse', () => {
  expect(dayAfter('9999-12-30', 1)).toBe('9999-12-31');
  expect(dayAfter('9999-12-31', 1)).toBe('9999-12-31');
});
