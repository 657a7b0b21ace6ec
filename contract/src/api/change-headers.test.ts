import { describe, expect, it } from 'vitest';

import { IdempotencyKey, IfMatch } from './change-headers.ts';

describe('Idempotency-Key', () => {
  it.each(['a', '"quoted"', '0198f2c4-5d1e-7a10-9c3b-6f2f6f1d2a41', '~'.repeat(200)])(
    'takes %s',
    (key) => {
      expect(IdempotencyKey.safeParse(key).success).toBe(true);
    },
  );

  it.each(['', ' ', 'a b', 'a\n', 'é', '\u007f', '~'.repeat(201)])('refuses %j', (key) => {
    expect(IdempotencyKey.safeParse(key).success).toBe(false);
  });
});

describe('If-Match', () => {
  it.each(['*', '"3"', 'W/"3"', '""', '"3", "4"', '"3","4" ,\t"5"'])('takes %s', (header) => {
    expect(IfMatch.safeParse(header).success).toBe(true);
  });

  it.each(['', '3', '"3', '3"', '"3" "4"', '"3",', ', "3"', '*, "3"', 'w/"3"', '"a"b"', '"3"\n'])(
    'refuses %j',
    (header) => {
      expect(IfMatch.safeParse(header).success).toBe(false);
    },
  );
});
