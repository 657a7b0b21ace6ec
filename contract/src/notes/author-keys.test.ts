import { describe, expect, it } from 'vitest';

import { AuthorKey } from './author-keys.ts';

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

describe('an author key', () => {
  it.each([0, 1, 127, 255])('is 32 bytes, here all of them %i', (byte) => {
    expect(AuthorKey.safeParse(base64url(new Uint8Array(32).fill(byte))).success).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['31 bytes', base64url(new Uint8Array(31))],
    ['33 bytes', base64url(new Uint8Array(33))],
    ['with padding', `${base64url(new Uint8Array(32))}=`],
    ['with bits that no byte needs', `${'A'.repeat(42)}B`],
    ['plain base64', `${'+'.repeat(42)}A`],
    ['with a line break', `${'A'.repeat(43)}\n`],
  ])('rejects %s', (_what, key) => {
    expect(AuthorKey.safeParse(key).success).toBe(false);
  });
});
