import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type * as ServerTime from './server-time.ts';

const meeting = { status: 'live', end_time: '2026-03-02T10:00:00.000Z' } as const;

let clock: typeof ServerTime;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  clock = await import('./server-time.ts');
});
afterEach(() => void vi.useRealTimers());

test('A-84: the server’s time decides whether a meeting has ended, whatever the browser’s clock', () => {
  const { updateServerTime, statusNow } = clock;
  vi.setSystemTime('2026-03-02T10:30:00.000Z');
  expect(statusNow(meeting)).toBe('closed');
  updateServerTime('Mon, 02 Mar 2026 09:30:00 GMT');
  expect(statusNow(meeting)).toBe('live');
  for (const wrong of ['2026-03-02T11:00:00.000Z', '2026-03-02T08:00:00.000Z']) {
    vi.setSystemTime(wrong);
    expect(statusNow(meeting)).toBe('live');
  }
  updateServerTime('Mon, 02 Mar 2026 10:00:00 GMT');
  expect(statusNow(meeting)).toBe('closed');
});

test('a date to try again at is by the server’s clock', async () => {
  const { ApiError } = await import('./errors.ts');
  clock.updateServerTime('Mon, 02 Mar 2026 10:00:00 GMT');
  vi.setSystemTime('2026-03-02T11:00:00.000Z');
  const request = { method: 'GET', path: '/x' };
  const answer = { url: '/x', status: 503, statusText: '', body: {}, requestId: null, request };
  const refusal = new ApiError({ ...answer, retryAfter: 'Mon, 02 Mar 2026 10:00:30 GMT' });
  expect(refusal.retryAfter).toBe(30_000);
});

test('A-84: ids by which everybody’s lists sort begin with the server’s time', async () => {
  const { sortableId } = await import('./random-ids.ts');
  vi.setSystemTime('2026-03-02T10:30:00.000Z');
  clock.updateServerTime('Mon, 02 Mar 2026 09:30:00 GMT');
  const made = Number.parseInt(sortableId().replace('-', '').slice(0, 12), 16);
  expect(new Date(made).toISOString()).toBe('2026-03-02T09:30:00.000Z');
});

test('a delayed answer, or one without a time, changes nothing', () => {
  const { updateServerTime, statusNow } = clock;
  vi.setSystemTime('2026-03-02T10:00:02.000Z');
  updateServerTime('Mon, 02 Mar 2026 09:59:59 GMT');
  expect(statusNow(meeting)).toBe('closed');
  for (const date of [null, 'soon']) updateServerTime(date);
  expect(statusNow(meeting)).toBe('closed');
});

test('A-84: a node’s fast clock ends no meeting on a page that knows the database’s time', () => {
  const { updateServerTime, serverClock, statusNow } = clock;
  vi.setSystemTime('2026-03-02T09:30:00.000Z');
  serverClock.set(Date.parse('2026-03-02T09:55:00.000Z'));
  updateServerTime('Mon, 02 Mar 2026 10:05:00 GMT');
  expect(statusNow(meeting)).toBe('live');
  // A sleep, during which `performance.now()` stops.
  vi.setSystemTime('2026-03-02T09:45:00.000Z');
  updateServerTime('Mon, 02 Mar 2026 10:10:00 GMT');
  expect(statusNow(meeting)).toBe('closed');
});
