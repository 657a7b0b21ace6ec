import { expect, test } from 'vitest';

import { ApiError, CancelError, NetworkError } from '#web/api/request';

import { retryDelay, shouldRetry } from './query-client.ts';

function refusal(status: number): ApiError {
  const request = { method: 'GET', path: '/x' };
  return new ApiError({ url: '/x', status, statusText: '', body: null, request, requestId: null });
}

test('retries three times after a server or network failure', () => {
  for (const error of [refusal(503), new NetworkError(null)]) {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  }
});

test('never retries after a refusal or a cancellation', () => {
  for (const error of [refusal(401), refusal(404), refusal(422), refusal(429), new CancelError()]) {
    expect(shouldRetry(0, error)).toBe(false);
  }
});

test('doubles each delay, up to 30 s', () => {
  expect([0, 1, 2, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
});
