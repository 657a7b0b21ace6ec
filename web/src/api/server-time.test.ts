import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { learnServerTime, statusNow } from './server-time.ts';

const meeting = { status: 'live', end_time: '2026-03-02T10:00:00.000Z' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  learnServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test('A-84: whether a meeting has ended goes by the server, however wrong the clock of the browser is', () => {
  vi.setSystemTime('2026-03-02T10:30:00.000Z');
  expect(statusNow(meeting)).toBe('closed');
  learnServerTime('Mon, 02 Mar 2026 09:30:00 GMT');
  expect(statusNow(meeting)).toBe('live');
  vi.setSystemTime('2026-03-02T11:00:00.000Z');
  expect(statusNow(meeting)).toBe('closed');
  vi.setSystemTime('2026-03-02T09:00:00.000Z');
  learnServerTime('Mon, 02 Mar 2026 10:00:00 GMT');
  expect(statusNow(meeting)).toBe('closed');
});

test('an answer that took a moment, or says no time, changes nothing', () => {
  vi.setSystemTime('2026-03-02T10:00:02.000Z');
  learnServerTime('Mon, 02 Mar 2026 09:59:59 GMT');
  expect(statusNow(meeting)).toBe('closed');
  for (const date of [null, 'soon']) learnServerTime(date);
  expect(statusNow(meeting)).toBe('closed');
});
