import { expect, test } from 'vitest';

import { preview, splitLinks } from './note-text.ts';

function linksIn(content: string): string[] {
  return splitLinks(content).flatMap((part) => (part.kind === 'link' ? [part.href] : []));
}

test.each([
  ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
  ['(http://example.org/wiki/Retro_(agile)).', ['http://example.org/wiki/Retro_(agile)']],
  ['https://a.example, https://b.example!', ['https://a.example/', 'https://b.example/']],
  ['mail mailto:ada@example.org please', ['mailto:ada@example.org']],
  ['javascript:alert(1) data:text/html,x ftp://a.example //evil.test', []],
  ['<a href="https://example.org/x">', ['https://example.org/x']],
  ['https://', []],
  ['(see https://a.example/b(c))).,)!)', ['https://a.example/b(c)']],
])('%s', (content, links) => {
  expect(linksIn(content)).toEqual(links);
});

test('the parts together are the text', () => {
  const content = 'one\n https://example.org/. two mailto:a@b.c,three';
  expect(
    splitLinks(content)
      .map((part) => part.text)
      .join(''),
  ).toBe(content);
});

test('a preview is one line and whole characters', () => {
  expect(preview('  a\n b ', 30)).toBe('a b');
  expect(preview('👩‍🚀'.repeat(3), 1)).toBe('👩…');
  expect(preview('x'.repeat(31), 30)).toBe(`${'x'.repeat(30)}…`);
  expect(preview('x'.repeat(30), 30)).toBe('x'.repeat(30));
});
