import type { Timer } from '@wentwell/contract/timer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clockText, onEachSecond, onTimeUp, secondsLeft } from './time-left.ts';

const start = Date.parse('2026-03-14T09:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

function running(forMs: number): Timer {
  const ends_at = new Date(start + forMs).toISOString();
  return { state: 'running', ends_at, remaining_ms: null, started_by: null };
}
const paused: Timer = { state: 'paused', ends_at: null, remaining_ms: 90_000, started_by: null };

test('time is told in minutes and seconds', () => {
  expect(clockText(151)).toBe('2:31');
  expect(clockText(9)).toBe('0:09');
  expect(clockText(3900)).toBe('65:00');
  expect(clockText(0)).toBe('0:00');
});

test('what is left is counted by the clock of the server, whatever that of this browser says', () => {
  expect(secondsLeft(running(60_000), 0)).toBe(60);
  expect(secondsLeft(running(60_000), 20_000)).toBe(40);
  expect(secondsLeft(running(60_000), -20_000)).toBe(80);
  expect(secondsLeft(running(100), 0)).toBe(1);
  expect(secondsLeft(running(-5000), 0)).toBe(0);
  expect(secondsLeft(paused, 20_000)).toBe(90);
});

test('each second is told once and at its beginning, and none after the end', () => {
  const timer = running(3400);
  const told: number[] = [];
  onEachSecond(timer, 0, () => told.push(secondsLeft(timer, 0)));
  vi.advanceTimersByTime(399);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([3]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([3, 2, 1, 0]);
});

test('the end is told once, not for a timer that is over, paused or replaced', () => {
  const onEnd = vi.fn<() => void>();
  onTimeUp(running(-1), 0, onEnd);
  onTimeUp(paused, 0, onEnd);
  onTimeUp(running(1000), 0, onEnd)();
  vi.advanceTimersByTime(120_000);
  expect(onEnd).not.toHaveBeenCalled();
  vi.setSystemTime(start);
  onTimeUp(running(1000), 0, onEnd);
  vi.advanceTimersByTime(120_000);
  expect(onEnd).toHaveBeenCalledOnce();
});
