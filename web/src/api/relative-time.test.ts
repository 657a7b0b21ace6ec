import { expect, test } from 'vitest';

import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-14T12:00:00Z');

test.each([
  ['2026-03-14T12:00:20Z', 'now'],
  ['2026-03-14T11:59:20Z', '1 minute ago'],
  ['2026-03-14T11:55:00Z', '5 minutes ago'],
  ['2026-03-14T14:59:00Z', 'in 3 hours'],
  ['2026-03-15T12:00:00Z', 'tomorrow'],
  ['2026-03-21T11:59:59Z', 'in 7 days'],
  ['2026-01-10T12:00:00Z', '2 months ago'],
  ['2024-03-14T12:00:00Z', '2 years ago'],
])('%s is %s', (instant, text) => {
  expect(relativeTime(instant, now)).toBe(text);
});
