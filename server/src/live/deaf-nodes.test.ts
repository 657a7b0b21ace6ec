import { expect, test } from 'vitest';

import { buildTestApp } from '#test/build-test-app';

import { deafNodes } from './deaf-nodes.table.ts';
import { deafNodesIn } from './deaf-nodes.ts';

test('S-37: a node that hears again at once, as at its start, leaves no entry behind', async () => {
  await using app = await buildTestApp();
  for (let start = 0; start < 30; start += 1) {
    const node = deafNodesIn(app.db);
    await Promise.all([node.exchange(true), node.exchange(false)]);
  }
  expect(await app.db.$count(deafNodes)).toBe(0);
});
