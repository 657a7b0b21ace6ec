import { expect, test } from 'vitest';

import { parseAddresses } from './invite-many.ts';

test('finds addresses in any list, each once', () => {
  const text = 'ada@example.com, BEN@example.com;ada@EXAMPLE.com\n\tcyd@example.com';
  expect(parseAddresses(text)).toEqual({
    valid: ['ada@example.com', 'BEN@example.com', 'cyd@example.com'],
    invalid: [],
  });
});

test('ignores names beside addresses, and reports mistyped addresses', () => {
  expect(parseAddresses('Ada Lovelace <ada@example.com>, ben@nowhere')).toEqual({
    valid: ['ada@example.com'],
    invalid: ['ben@nowhere'],
  });
  expect(parseAddresses('  \n ')).toEqual({ valid: [], invalid: [] });
});

test('an address without its @ is reported, never dropped', () => {
  expect(parseAddresses('cyd.example.com, ada@example.com; ben').invalid).toEqual([
    'cyd.example.com',
    'ben',
  ]);
  expect(parseAddresses('cyd.example.com ada@example.com').invalid).toEqual(['cyd.example.com']);
  expect(parseAddresses('cyd.example.com, Ada <ada@example.com>').invalid).toEqual([
    'cyd.example.com',
  ]);
});

test('accepts Unicode domains, equal to their ASCII form', () => {
  const text =
    'ada@bücher.example；mailto:ben@example.com、ada@xn--bcher-kva.example, cyd＠nowhere';
  expect(parseAddresses(text)).toEqual({
    valid: ['ada@bücher.example', 'ben@example.com'],
    invalid: ['cyd＠nowhere'],
  });
});

test('ignores names in the forms of mail programs', () => {
  expect(parseAddresses('Field, Robin J.R. <robin@example.com>; Ada B. <ada@example.com>')).toEqual(
    {
      valid: ['robin@example.com', 'ada@example.com'],
      invalid: [],
    },
  );
  expect(parseAddresses('Dr. Ada Byron ada@example.com')).toEqual({
    valid: ['ada@example.com'],
    invalid: [],
  });
});

test('reads addresses in brackets, quotes and invisible marks of mail programs', () => {
  const text = [
    '"old@example.com" <ada@example.com>',
    "'ben@example.com'",
    'Cyd [mailto:cyd@example.com]',
    '\u202adan@example.com\u202c',
    '\u200b',
    'Please write to eve@example.com.',
    '(fay@example.com)',
    '“gil@example.com”',
  ].join(';');
  expect(parseAddresses(text)).toEqual({
    valid: ['ada', 'ben', 'cyd', 'dan', 'eve', 'fay', 'gil'].map((name) => `${name}@example.com`),
    invalid: [],
  });
});

test('an unreadable entry is reported, whatever is beside it', () => {
  for (const separator of ['; ', '\n', '、', ' ,ben@example.com, ']) {
    const text = `Ada <ada@example.com>${separator}cyd at example.com`;
    expect(parseAddresses(text).invalid).toEqual(['cyd', 'at', 'example.com']);
    expect(parseAddresses(`cyd at example.com${separator}Ada <ada@example.com>`).invalid).toEqual([
      'cyd',
      'at',
      'example.com',
    ]);
  }
  expect(parseAddresses('Ada <ada@example.com>, @ben').invalid).toEqual(['@ben']);
  expect(parseAddresses('Field, Robin <robin@example.com>\nKim').invalid).toEqual(['Kim']);
});

test('ignores names with any content, and needs no spaces around brackets', () => {
  const text = [
    String.raw`"Ada \"Countess\" B; C" <ada@example.com>`,
    'Ben<ben@example.com>Cyd<cyd@example.com>',
    'Dan @ Acme <dan@example.com>',
    'mailto:eve@example.com?subject=Retro',
  ].join(';');
  expect(parseAddresses(text)).toEqual({
    valid: ['ada', 'ben', 'cyd', 'dan', 'eve'].map((name) => `${name}@example.com`),
    invalid: [],
  });
});

test('a bracketed text is an address, or reported', () => {
  expect(
    parseAddresses('Ada <ada at example.com>; Ben <ben.example.com>; eve@example.com'),
  ).toEqual({
    valid: ['eve@example.com'],
    invalid: ['Ada', 'at', 'example.com', 'Ben', 'ben.example.com'],
  });
  expect(parseAddresses('Cyd <>, eve@example.com').invalid).toEqual(['Cyd']);
  expect(parseAddresses('Ben, Cyd, Ada <ada@example.com>').invalid).toEqual(['Ben']);
  expect(parseAddresses('Ada <ada@example.com> cyd.example.com').invalid).toEqual([
    'cyd.example.com',
  ]);
});

test.each<[text: string, ...names: string[]]>([
  ['ada@example.com (Byron, Ada); Okri, Ben (Acme; London) <ben@example.com>', 'ada', 'ben'],
  ['Ada <ada@example.com> (work, home)', 'ada'],
  ['"Byron, Ada" ada@example.com', 'ada'],
  ['Team: Ada <ada@example.com>, ben@example.com;', 'ada', 'ben'],
  ['The others:; ada@example.com', 'ada'],
  ['Ada Byron\n <ada@example.com>', 'ada'],
  ['„ada@example.com“, ‹ben@example.com›; 「cyd@example.com」', 'ada', 'ben', 'cyd'],
  ['»ada@example.com«, ›ben@example.com‹; ”cyd@example.com”', 'ada', 'ben', 'cyd'],
  ['Ada＜ada@example.com＞；（ben@example.com）', 'ada', 'ben'],
  ['Field, Robin, Dr. <ada@example.com>', 'ada'],
  [
    'Field, Robin, Prof. Dr.-Ing. <ada@example.com>, Okri, Ben, Ph.D. <ben@example.com>',
    'ada',
    'ben',
  ],
  ['- ada@example.com\n• ben@example.com', 'ada', 'ben'],
  ['| ada@example.com | ben@example.com |', 'ada', 'ben'],
  ['[ada@example.com](mailto:ada@example.com)', 'ada'],
  ['<mailto:ada@example.com|ada@example.com>', 'ada'],
  [
    'mailto:ada@example.com,ben%40example.com?subject=Retro, today&cc=cyd@example.com',
    'ada',
    'ben',
    'cyd',
  ],
  ['ada@example.com، ben@example.com؛ cyd@example.com', 'ada', 'ben', 'cyd'],
])('addresses are read in comments, groups, folded lines and links: %s', (text, ...names) => {
  const valid = names.map((name) => `${name}@example.com`);
  expect(parseAddresses(text)).toEqual({ valid, invalid: [] });
});

test('a quoted entry without its @ is reported, whatever is beside it', () => {
  const found = parseAddresses('"ada.example.com", "bob@example.com", "cyd＠example.com"');
  expect(found).toEqual({
    valid: ['bob@example.com', 'cyd＠example.com'],
    invalid: ['ada.example.com'],
  });
});

test('thousands of blank lines and a long line without marks are parsed quickly', () => {
  const blank = '\n'.repeat(5000);
  const long = 'a'.repeat(40_000);
  const { valid, invalid } = parseAddresses(
    `ada@example.com${blank}bob@example.com${blank}${long}`,
  );
  expect([valid.length, invalid]).toEqual([2, [long]]);
});
