import { expect, test, vi } from 'vitest';

import { callEach } from './call-each.ts';

test('a subscriber that throws keeps no change from the others, and its error is thrown later', () => {
  const later: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (task: () => void) => later.push(task));
  const received: string[] = [];
  const failing = () => {
    throw new Error('broken');
  };
  callEach([failing, (change: string) => received.push(change)], 'a note');
  expect(received).toEqual(['a note']);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('broken');
  vi.unstubAllGlobals();
});
