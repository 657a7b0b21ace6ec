import { expect, test, vi } from 'vitest';

import { Subscribers } from './subscribers.ts';

test('a subscriber that throws keeps no change from the others, and its error is thrown later', () => {
  const later: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (task: () => void) => later.push(task));
  const received: string[] = [];
  const failing = () => {
    throw new Error('broken');
  };
  const subscribers = new Subscribers<[change: string]>();
  subscribers.subscribe(failing);
  subscribers.subscribe((change) => received.push(change));
  subscribers.call('a note');
  expect(received).toEqual(['a note']);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('broken');
  vi.unstubAllGlobals();
});
