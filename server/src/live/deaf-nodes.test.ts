import { expect, test } from 'vitest';

import { buildTestApp } from '#test/build-test-app';

import { deafNodes } from './deaf-nodes.table.ts';
import { DeafNodes } from './deaf-nodes.ts';

test('S-37: a node that is deaf for a moment, as at its start, leaves no entry behind', async () => {
  await using app = await buildTestApp();
  for (let start = 0; start < 30; start += 1) {
    const node = new DeafNodes(app.db);
    await Promise.all([node.report(true), node.report(false)]);
  }
  expect(await app.db.$count(deafNodes)).toBe(0);
});
