import { expect, test, vi } from 'vitest';

import { serverClock } from '#web/api/server-time';

import { currentDay } from './days.ts';

test('R-71: today is the server’s, whatever the browser’s clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 12) });
  serverClock.set(new Date(2026, 2, 2, 12).getTime());
  vi.setSystemTime(new Date(2026, 2, 4, 12));
  expect(currentDay()).toBe('2026-03-02');
  vi.useRealTimers();
});
