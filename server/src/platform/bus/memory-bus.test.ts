import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { busSuite } from './bus.suite.ts';
import { memoryBus } from './memory-bus.ts';

busSuite('the bus of one process', async () => {
  const bus = memoryBus();
  return { here: bus, there: bus, [Symbol.asyncDispose]: () => bus.close() };
});

it('delivers what a large transaction says in slices, between which others are answered', async () => {
  const bus = memoryBus();
  const received: string[] = [];
  await bus.subscribe('news', (message) => void received.push(message));
  const said = Array.from({ length: 1000 }, (_, index) => `${index}`);
  for (const message of said) bus.publish('news', message);
  let turns = 0;
  for (; received.length < said.length; turns += 1) await setImmediate();
  expect(received).toEqual(said);
  // An event takes 60 µs, and more with each socket: 100 of them would hold others for long on a full board.
  expect(turns).toBeGreaterThan(said.length / 100);
});
