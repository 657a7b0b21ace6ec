import { expect, test } from 'vitest';

import { parseNote, splitLinks, type TextBlock, type TextPart } from './note-text.ts';

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

test('joined parts equal the text', () => {
  const content = 'one\n https://example.org/. two mailto:a@b.c,three';
  expect(
    splitLinks(content)
      .map((part) => part.text)
      .join(''),
  ).toBe(content);
});

/** A note as a reader sees it. */
function drawn(content: string): string[] {
  const line = (parts: readonly TextPart[]): string =>
    parts.map(({ kind, text }) => (kind === 'text' ? text : `<${kind} ${text}>`)).join('');
  const block = (each: TextBlock): string => {
    if (each.kind === 'code') return `pre ${each.text}`;
    if (each.kind === 'text') return line(each.parts);
    return [`list ${each.start ?? '-'}`, ...each.items.map(line)].join(' | ');
  };
  return parseNote(content).map(block);
}

test.each([
  ['one\ntwo', ['one\ntwo']],
  ['Why:\n- a\n- b `x`\n* c\nend', ['Why:', 'list - | a | b <code x> | c', 'end']],
  ['3. c\n4) d\n- e', ['list 3 | c | d', 'list - | e']],
  ['-5 degrees\n- \n1.5 days\n2026', ['-5 degrees\n- \n1.5 days\n2026']],
  ['`https://a.example` https://b.example', ['<code https://a.example> <link https://b.example>']],
  ['```ts\n- a\n\n  <b>\n```\nafter', ['pre - a\n\n  <b>', 'after']],
  ['```\nnever closed\n- a', ['```\nnever closed', 'list - | a']],
  ['``` `` ` a `b\nc`', ['``` `` <code  a >b\nc`']],
  ['\n \n', []],
])('%j is rendered as text, lists and code', (content, blocks) => {
  expect(drawn(content)).toEqual(blocks);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '- <script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '`<b>` &lt;i&gt; {{7*7}} ${7*7}',
  '\u202Egnp.exe\u0000\uD800',
])('%j stays what it is: text', (content) => {
  const texts = parseNote(content).flatMap((block) =>
    block.kind === 'list' ? block.items.flat() : block.kind === 'text' ? block.parts : [block],
  );
  expect(texts.every(({ kind }) => kind === 'text' || kind === 'code')).toBe(true);
  const joined = texts.map(({ text }) => text).join('');
  expect(joined).toBe(content.replace(/^- /, '').replaceAll('`', ''));
});

test.each(['`', '- ', '(', ')', 'https://', '```\n', '1. a\n', 'https://a.example/('])(
  'ten thousand characters of %j take no time',
  (piece) => {
    const before = process.cpuUsage();
    parseNote(piece.repeat(10_000 / piece.length));
    parseNote(`https://a.example/${piece.repeat(10_000 / piece.length)}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  },
);
