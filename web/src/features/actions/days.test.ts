import { expect, test, vi } from 'vitest';

import { currentDay } from '#web/api/days';
import { serverClock } from '#web/api/server-time';

import { dayText } from './action-age.ts';

test('R-71: today is the server’s, whatever the browser’s clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 12) });
  serverClock.set(new Date(2026, 2, 2, 12).getTime());
  vi.setSystemTime(new Date(2026, 2, 4, 12));
  expect(currentDay()).toBe('2026-03-02');
  vi.useRealTimers();
});

test('a due day of another year names it', () => {
  const dueOn = (due_on: string) => dayText({ status: 'open', due_on }, '2026-11-20');
  expect(dueOn('2207-11-27')).toContain('2207');
  expect(dueOn('2026-11-27')).not.toContain('2026');
});
