import { expect, test } from 'vitest';

import { isExpected } from './board-names.queries.ts';

test('a meeting expects people whom the team has invited since the day before', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const invited = ['2026-11-14T10:00:00Z', '2026-11-19T09:59:59Z', '2026-11-19T10:00:01Z'];
  expect(invited.map((created_at) => isExpected({ created_at }, now))).toEqual([
    false,
    false,
    true,
  ]);
});
