import { expect, test } from 'vitest';

import { Email } from './email.ts';

test('an address is read without the unseen characters that copying brings with it', () => {
  // Contact lists add marks of direction, pages add zero-width spaces and soft hyphens.
  const copied = ['ada@example.com\u200b', '\u202aada@example.com\u202c', 'a\u00adda@example.com'];
  for (const typed of [...copied, '\u200e\ufeffada@example.com\u2060 ']) {
    expect(Email.parse(typed), typed).toBe('ada@example.com');
  }
  expect(Email.safeParse('\u200b\u202a').error?.issues[0]?.message).toBe(
    'Please enter your email address.',
  );
});

test('an unseen character that belongs to a domain never leads to another domain', () => {
  expect(Email.safeParse('ada@نامه\u200cای.example').success).toBe(false);
});
