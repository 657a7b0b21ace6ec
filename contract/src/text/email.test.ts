import { expect, test } from 'vitest';

import { Email } from './email.ts';

test('ignores invisible characters that copying adds to an address', () => {
  // Contact lists add marks of direction, pages add zero-width spaces and soft hyphens.
  const copied = ['ada@example.com\u200b', '\u202aada@example.com\u202c', 'a\u00adda@example.com'];
  for (const typed of [...copied, '\u200e\ufeffada@example.com\u2060 ']) {
    expect(Email.parse(typed), typed).toBe('ada@example.com');
  }
  expect(Email.safeParse('\u200b\u202a').error?.issues[0]?.message).toBe(
    'Please enter your email address.',
  );
});

test('reads the full-width letters of a Japanese keyboard', () => {
  expect(Email.parse('ａｄａ１＠ｅｘａｍｐｌｅ．ｃｏｍ')).toBe('ada1@example.com');
});

test('an invisible character within a domain never leads to another domain', () => {
  expect(Email.safeParse('ada@نامه\u200cای.example').success).toBe(false);
});

test('rejects an impossible domain', () => {
  const [most, tooMany] = ['a'.repeat(63), 'a'.repeat(64)];
  for (const domain of [`${most}.example`, `${most}.${most}.example`]) {
    expect(Email.safeParse(`ada@${domain}`).success, domain).toBe(true);
  }
  const long = `${most}.`.repeat(4);
  for (const domain of [
    `${tooMany}.example`,
    `example.${tooMany}`,
    `${long}example`,
    'a-.example',
    'a.xn--',
  ]) {
    expect(Email.safeParse(`ada@${domain}`).success, domain).toBe(false);
  }
});
