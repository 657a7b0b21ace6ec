import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { CodeLoader, keepTrying } from './code-loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Code whose file the test makes available or not. */
function file() {
  const server = { isAway: true, requests: 0 };
  const loader = new CodeLoader(async () => {
    server.requests += 1;
    if (server.isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the code';
  });
  return { server, loader };
}

test('code that fails to load is a state, and can be retried', async () => {
  const { server, loader } = file();
  const states: string[] = [];
  loader.subscribe(() => states.push(loader.read().status));
  await Promise.all([loader.load(), loader.load()]);
  expect(states).toEqual(['loading', 'failed']);
  expect(server.requests).toBe(1);
  await loader.load();
  expect(states.at(-1)).toBe('failed');
  server.isAway = false;
  await loader.load();
  expect(loader.read()).toEqual({ status: 'loaded', code: 'the code' });
  await loader.load();
  expect(server.requests).toBe(3);
});

test('retries immediately, after 2, 4, 8, 16 and 30 s, and when back online', async () => {
  const { server, loader } = file();
  const stop = keepTrying(loader.load);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requests).toBe(1);
  for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(server.requests).toBe(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toBe(index + 2);
  }
  window.dispatchEvent(new Event('online'));
  expect(server.requests).toBe(8);
  stop();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.requests).toBe(8);
});

test('a failed prefetch leaves no trace', async () => {
  const { server, loader } = file();
  await loader.prefetch();
  expect(loader.read().status).toBe('idle');
  // A load during a prefetch reports the failure.
  await Promise.all([loader.prefetch(), loader.load()]);
  expect(loader.read().status).toBe('failed');
  server.isAway = false;
  await loader.prefetch();
  expect(loader.read().status).toBe('loaded');
});
