import type { Timer } from '@wentwell/contract/discussion/timer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { serverClock } from '#web/api/server-time';
import { clockText } from '#web/ui/formats';

import { onEachSecond, onTimeUp, secondsLeft } from './time-left.ts';

const start = Date.parse('2026-03-14T09:00:00.000Z');
const hour = 3_600_000;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  serverClock.set(start);
});
afterEach(() => {
  vi.useRealTimers();
  serverClock.set(Date.now());
});

function running(forMs: number): Timer {
  const ends_at = new Date(start + forMs).toISOString();
  return { state: 'running', ends_at, remaining_ms: null, started_by: null };
}
const paused: Timer = { state: 'paused', ends_at: null, remaining_ms: 90_000, started_by: null };

test('formats minutes and seconds', () => {
  expect(clockText(151)).toBe('2:31');
  expect(clockText(9)).toBe('0:09');
  expect(clockText(3900)).toBe('65:00');
  expect(clockText(0)).toBe('0:00');
});

test('the remaining time uses the server’s clock, whatever the browser’s', () => {
  expect(secondsLeft(running(60_000))).toBe(60);
  for (const wrong of [hour, -hour]) {
    vi.setSystemTime(start + wrong);
    expect(secondsLeft(running(60_000))).toBe(60);
  }
  serverClock.set(start + 20_000);
  expect(secondsLeft(running(60_000))).toBe(40);
  serverClock.set(start - 20_000);
  expect(secondsLeft(running(60_000))).toBe(80);
  expect(secondsLeft(running(-19_900))).toBe(1);
  expect(secondsLeft(running(-25_000))).toBe(0);
  expect(secondsLeft(paused)).toBe(90);
});

test('each second is reported once at its beginning, and none after the end', () => {
  const timer = running(3400);
  const told: number[] = [];
  onEachSecond(timer, () => told.push(secondsLeft(timer)));
  vi.advanceTimersByTime(399);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([3]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([3, 2, 1, 0]);
});

test('R-71: after sleep the server’s first message corrects the seconds; a late one does not set them back', () => {
  const timer = running(60_000);
  const told: number[] = [];
  const onEnd = vi.fn<() => void>();
  onEachSecond(timer, () => told.push(secondsLeft(timer)));
  onTimeUp(timer, onEnd);
  serverClock.correct(start + 50_000);
  expect(told).toEqual([10]);
  serverClock.correct(start + 20_000);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([10, 9]);
  serverClock.correct(start + hour);
  serverClock.correct(start + 2 * hour);
  expect(told.at(-1)).toBe(0);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('the end is reported once, and not for an ended, paused or replaced timer', () => {
  const onEnd = vi.fn<() => void>();
  onTimeUp(running(-1), onEnd);
  onTimeUp(paused, onEnd);
  onTimeUp(running(1000), onEnd)();
  vi.advanceTimersByTime(120_000);
  expect(onEnd).not.toHaveBeenCalled();
  serverClock.set(start);
  onTimeUp(running(1000), onEnd);
  vi.advanceTimersByTime(120_000);
  expect(onEnd).toHaveBeenCalledOnce();
});
