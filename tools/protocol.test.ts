import { expect, it } from 'vitest';

import { checkProtocol } from './protocol.ts';

const document =
  '## Server\n- **S-11** One.\n- **S-12** Two, as in S-11.\n## Client\n- **C-11** Three.\n';

function check(...titles: string[]): readonly string[] {
  const text = titles.map((title) => `it('${title}', () => {});`).join('\n');
  return checkProtocol(document, new Map([['a.test.ts', text]]));
}

it('is content when every rule has a test, alone or beside another', () => {
  expect(check('S-11, C-11: both', 'S-12: one', 'C-11: again', 'no rule at all')).toEqual([]);
});

it('names a rule without a test', () => {
  expect(check('S-11: one', 'C-11: three, not S-12: that')).toEqual([
    expect.stringContaining('S-12 has no test'),
  ]);
});

it('names a test of a rule that there is not', () => {
  expect(check('S-11, S-12: two', 'C-11, C-99: three')).toEqual([
    expect.stringContaining('a.test.ts  C-99'),
  ]);
});

it('names a number that stands there twice', () => {
  const twice = `${document}- **S-11** Again.\n`;
  const tests = new Map([['a.test.ts', "it('S-11, S-12, C-11: all', () => {});"]]);
  expect(checkProtocol(twice, tests)).toEqual([expect.stringContaining('S-11 stands there twice')]);
});
