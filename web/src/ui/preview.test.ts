import { expect, test } from 'vitest';

import { preview } from './preview.ts';

test('a preview is one line of whole characters', () => {
  expect(preview('  a\n b ', 30)).toBe('a b');
  expect(preview('👩‍🚀'.repeat(3), 1)).toBe('👩…');
  expect(preview('x'.repeat(31), 30)).toBe(`${'x'.repeat(30)}…`);
  expect(preview('x'.repeat(30), 30)).toBe('x'.repeat(30));
});
