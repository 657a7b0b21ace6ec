import { expect, test } from 'vitest';

import { dayText } from './action-age.ts';

test('a due day of another year names it', () => {
  const dueOn = (due_on: string) => dayText({ status: 'open', due_on }, '2026-11-20');
  expect(dueOn('2207-11-27')).toContain('2207');
  expect(dueOn('2026-11-27')).not.toContain('2026');
});
