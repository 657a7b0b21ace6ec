import { describe, expect, it } from 'vitest';

import { checkCitations, checkReferences, checkRules, listRules } from './citations.ts';

const documents = new Map([
  ['docs/live-protocol.md', '- **S-11** One.\n- **S-12** Two, as in S-11.\n- **C-11** Three.\n'],
  ['docs/api.md', '- **A-11** Four.\n'],
]);
const rules = listRules(documents);

describe('rules', () => {
  function check(...titles: string[]): string[] {
    const text = titles.map((title) => `it('${title}', () => {});`).join('\n');
    return checkRules(rules, new Map([['a.test.ts', text]])).map(({ message }) => message);
  }

  it('are valid if each of the live protocol has a test', () => {
    expect(check('S-11, C-11: both', 'S-12: one', 'C-11: again', 'no rule at all')).toEqual([]);
  });

  it('without a test are named', () => {
    expect(check('S-11: one', 'C-11: three, not S-12: that')).toEqual([
      expect.stringContaining('S-12 has no test'),
    ]);
  });

  it('need unique numbers over all documents', () => {
    const twice = listRules(new Map([...documents, ['docs/retro.md', '- **A-11** Again.\n']]));
    const tests = new Map([['a.test.ts', "it('S-11, S-12, C-11: all', () => {});"]]);
    expect(checkRules(twice, tests)).toMatchObject([{ path: 'docs/retro.md' }]);
  });

  it('are in numerical order', () => {
    const unordered = '| **R-12** | Twelve. |\n| **R-11** | Eleven. |\n- **R-13** Thirteen.\n';
    const found = checkRules(listRules(new Map([['docs/retro.md', unordered]])), new Map());
    expect(found).toEqual([
      { path: 'docs/retro.md', message: 'R-11 stands after a higher number.' },
    ]);
  });
});

describe('citations', () => {
  const files = ['docs/api.md', 'docs/live-protocol.md', 'README.md', 'server/src/live/room.ts'];
  const found = (text: string, path = 'server/src/app.ts'): number =>
    checkCitations(path, text, { files, rules }).length;

  it.each([
    '// As docs/api.md A-11 says.',
    '/** Closes the socket (docs/live-protocol.md S-11, S-12). */',
    ' * The rules of S-11 to S-12, in room.ts and README.md.',
    'const a = 1; // server/src/live/room.ts',
    "const notes = 'A-99 in retro.md';",
    'UTF-8, ISO-8859-1, BA-11',
  ])('resolve: %s', (text) => {
    expect(found(text)).toBe(0);
  });

  it.each([
    '// As docs/api.md A-12 says.',
    '// As docs/api.md S-11 says.',
    '/** Closes the socket (docs/gone.md). */',
    ' * As retro.md says.',
    'const a = 1; // See rooms.ts.',
    '// The texts of spec 4.',
    '// The specification, section 7',
  ])('fail: %s', (text) => {
    expect(found(text)).toBe(1);
  });

  it('are read in test titles and documents', () => {
    expect(found("it('A-99: refuses', () => {});", 'server/src/app.test.ts')).toBe(1);
    expect(found('As S-99 says.', 'docs/api.md')).toBe(1);
  });
});

describe('references of documents', () => {
  const files = ['server/src/live/room.ts', 'docs/live-protocol.md', 'contract/src/notes/notes.ts'];
  const missing = (text: string): number => checkReferences('ARCHITECTURE.md', text, files).length;

  it.each([
    '`server/src/live/room.ts`',
    '`server/src/live/room.ts:12`',
    '`live/room.ts`',
    '`room.ts`',
    '`server/src/live/`',
    '[rules](docs/live-protocol.md#rule-3)',
    '[elsewhere](https://example.org/x.md)',
    '`npm run dev`',
    '`/health/live`',
    '`application/json`',
    '`@wentwell/contract/notes/notes`',
    '`x.routes.ts`',
    '`web/src/features/x/`',
    '`*.service.ts`',
    '`web/dist`',
  ])('takes %s', (text) => {
    expect(missing(text)).toBe(0);
  });

  it.each([
    '`server/src/live/rooms.ts`',
    '`votes.ts`',
    '`server/src/votes`',
    '[rules](docs/gone.md)',
  ])('misses %s', (text) => {
    expect(missing(text)).toBe(1);
  });
});
