import { expect, test } from 'vitest';

import { splitLines } from './note-lines.ts';

test.each([
  ['one\ntwo\r\nthree\rfour', ['one', 'two', 'three', 'four']],
  ['\n  one  \n\n \n\ttwo\n', ['one', 'two']],
  ['- a\n* b\n+ c\n• d\n– e', ['a', 'b', 'c', 'd', 'e']],
  ['1. first\n2) second\n12. twelfth', ['first', 'second', 'twelfth']],
  ['- [ ] open\n- [x] done\n[X] also', ['open', 'done', 'also']],
  ['-5 degrees\n2026 was fine\n1.5 days', ['-5 degrees', '2026 was fine', '1.5 days']],
  ['-\n*\n', ['-', '*']],
  ['', []],
  ['"one\ntwo"\nthree', ['one\ntwo', 'three']],
  ['"say ""hi""\r\nto all"\tnext\r\n"plain"', ['say "hi"\nto all\tnext', '"plain"']],
  ['"a quote\nthat stays open', ['"a quote', 'that stays open']],
  ['• a\n  ◦ b\n    ▪ c\n‣ d\n· e\n● f\n○ g\n— h\n\uf0b7 i', [...'abcdefghi']],
  ['•\ta\no\tb\n   o   c\n  a) d\n  iv. e\n1.2. f\n  - [ ] g', [...'abcdefg']],
  ['§\ta\n☐ b\n☑ c\nii.\td', [...'abcd']],
  ['➤ a\n✓ b\n✔️ c\n→ d\n⇒ e\n▶️ f\n✗ g', [...'abcdefg']],
  ['・休憩\n･ 会議', ['休憩', '会議']],
  ['❖ a\n∙ b\n› c\n» d\n− e\n⦿ f', [...'abcdef']],
  [
    '• One bullet,\vtwo lines\n• next\u2028line\u2029last',
    ['One bullet,\ntwo lines', 'next\nline', 'last'],
  ],
  ['* a\n** b\n*** c\n- d\n-- e', [...'abcde']],
  ['1. a\n1.1 b\n1.2.3 c\n2) d', [...'abcd']],
  ['1.5 days\n2.5 hours', ['1.5 days', '2.5 hours']],
  ['**bold** text\n->\n--flag', ['**bold** text', '->', '--flag']],
  ['§ 5 of the law', ['§ 5 of the law']],
  ['o apple\na. b\n1.2 percent', ['o apple', 'a. b', '1.2 percent']],
])('%j', (content, lines) => {
  expect(splitLines(content)).toEqual(lines);
});
