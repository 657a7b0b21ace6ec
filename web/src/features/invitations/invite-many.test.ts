import { expect, test } from 'vitest';

import { parseAddresses } from './invite-many.ts';

test('addresses are found however they are listed, each once', () => {
  const text = 'ada@example.com, BEN@example.com;ada@EXAMPLE.com\n\tcyd@example.com';
  expect(parseAddresses(text)).toEqual({
    valid: ['ada@example.com', 'BEN@example.com', 'cyd@example.com'],
    invalid: [],
  });
});

test('names beside their addresses are left out, mistaken addresses are named', () => {
  expect(parseAddresses('Ada Lovelace <ada@example.com>, ben@nowhere')).toEqual({
    valid: ['ada@example.com'],
    invalid: ['ben@nowhere'],
  });
  expect(parseAddresses('  \n ')).toEqual({ valid: [], invalid: [] });
});
