// Batches: their size limit, and independence of keys.
import { setImmediate } from 'node:timers/promises';

import { liveLimits } from '@wentwell/contract/limits';
import { expect, it } from 'vitest';

import { manualClock } from '#test/manual-clock';

import { batchByKey } from './batching.ts';

it('a small batch waits for nobody, a large one for stragglers', async () => {
  const clock = manualClock(new Date());
  const batches: number[] = [];
  const ask = batchByKey(clock, async (_: string, asked: readonly number[]) => {
    batches.push(asked.length);
    return (one: number) => one;
  });
  const askAll = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => ask('board', at)));
  await askAll(4);
  await askAll(4);
  await askAll(20);
  const late = [ask('board', 1), ask('board', 2)];
  await setImmediate();
  clock.advance(15);
  await Promise.all(late);
  expect(batches).toEqual([4, 4, 20, 2]);
});

it('refuses with 503 beyond a board’s number of sockets, and answers the others', async () => {
  const began = Promise.withResolvers<void>();
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const ask = batchByKey(manualClock(new Date()), async (key: string) => {
    began.resolve();
    if (key === 'busy') await isFree;
    return (one: number) => one;
  });
  const first = ask('busy', 0);
  await began.promise;
  const waiting = Array.from({ length: liveLimits.socketsPerBoard }, (_, at) => ask('busy', at));
  await expect(ask('busy', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await ask('quiet', 7)).toBe(7);
  free();
  expect(await first).toBe(0);
  expect(await Promise.all(waiting)).toEqual(waiting.map((_, at) => at));
});
