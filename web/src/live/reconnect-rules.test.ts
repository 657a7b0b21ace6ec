import { expect, test } from 'vitest';

import { describeClose, reconnectDelay, restartDelay } from './reconnect-rules.ts';

function delays(code: number): (number | null)[] {
  return [0, 1, 2, 3, 4, 5].map((attempts) => reconnectDelay(attempts, code, 0.5));
}

test('C-24: five attempts, 2^attempt seconds', () => {
  expect(delays(1011)).toEqual([1000, 2000, 4000, 8000, 16_000, null]);
});

test('C-24: five times that after a 1006', () => {
  expect(delays(1006)).toEqual([5000, 10_000, 20_000, 40_000, 80_000, null]);
});

test('C-24: after a restart with jitter, and backing off if it lasts', () => {
  expect(delays(1001)).toEqual([1000, 3000, 5000, 9000, 17_000, null]);
  expect(reconnectDelay(0, 1001, 0)).toBe(0);
});

test('C-24: a new round begins within 2 s of an outage’s end, otherwise after 30 s', () => {
  expect([0, 0.5, 1].map((random) => restartDelay(true, random))).toEqual([0, 1000, 2000]);
  expect([0, 0.5, 1].map((random) => restartDelay(false, random))).toEqual([
    30_000, 31_000, 32_000,
  ]);
});

test.each([
  [1000, 'not-live', null],
  [4409, 'not-live', null],
  [1001, 'yes', null],
  [1006, 'yes', 'Connection lost unexpectedly'],
  [4403, 'never', 'Authentication failed - please refresh the page'],
  [4401, 'never', 'Authentication failed - please refresh the page'],
  [421, 'never', 'The server does not know this address'],
  [1003, 'yes', 'Server rejected connection'],
  [1008, 'yes', 'WebSocket server unavailable - live features disabled'],
  [1013, 'yes', 'WebSocket server unavailable - live features disabled'],
  [0, 'yes', 'WebSocket server unavailable - live features disabled'],
])('C-26, C-27: close code %i', (code, reconnect, problem) => {
  expect(describeClose(code)).toEqual({ reconnect, problem });
});
