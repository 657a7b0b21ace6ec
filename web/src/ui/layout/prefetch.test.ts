import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { prefetchAfterMs, prefetchWhenIdle } from './prefetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { head: {} });
  vi.stubGlobal('MutationObserver', Unmoved);
});

/** Nothing is drawn here, so no style sheet comes. */
class Unmoved {
  observe = () => {};
  disconnect = () => {};
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Pieces of code of these names, and which of them were fetched. */
function pieces(...names: string[]) {
  const fetched: string[] = [];
  const list = names.map((name) => async () => {
    fetched.push(name);
  });
  return { fetched, list };
}

test('a page idle for a second prefetches likely code, and what that names', async () => {
  const { fetched, list } = pieces('dashboard', 'board');
  const stop = prefetchWhenIdle(() => (fetched.includes('board') ? [...list, late] : list));
  const late = async () => {
    fetched.push('dialog of the board');
  };
  await vi.advanceTimersByTimeAsync(prefetchAfterMs - 1);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual(['dashboard', 'board', 'dialog of the board']);
  stop();
});

test('a page that still loads is not idle', async () => {
  let report = () => {};
  class Downloads {
    constructor(onDownload: () => void) {
      report = onDownload;
    }
    observe = () => {};
    disconnect = () => {};
  }
  vi.stubGlobal('PerformanceObserver', Downloads);
  const { fetched, list } = pieces('dashboard');
  const stop = prefetchWhenIdle(() => list);
  await vi.advanceTimersByTimeAsync(prefetchAfterMs - 1);
  report();
  await vi.advanceTimersByTimeAsync(prefetchAfterMs - 1);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual(['dashboard']);
  stop();
});

test('prefetches nothing with the data saver on, or after it was stopped', async () => {
  const { fetched, list } = pieces('dashboard');
  const stop = prefetchWhenIdle(() => list);
  stop();
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
  prefetchWhenIdle(() => list);
  await vi.advanceTimersByTimeAsync(10_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toEqual([]);
});

test('waits for the network while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { fetched, list } = pieces('dashboard');
  const stop = prefetchWhenIdle(() => list);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toEqual([]);
  vi.stubGlobal('navigator', { onLine: true });
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual(['dashboard']);
  stop();
});
