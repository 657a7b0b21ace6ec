import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ROOT } from './files.ts';
import { changedFiles, nightlyTests, unaffectedTests } from './nightly-tests.ts';

it('skips subjects without a changed file', () => {
  const all = nightlyTests.flatMap(({ files }) => files);
  expect(unaffectedTests(['docs/retro.md', 'web/src/live/board-client.ts'])).not.toContain(
    'reliability/simulator.test.ts',
  );
  expect(unaffectedTests(['docs/retro.md'])).toEqual(all);
  expect(unaffectedTests(['web/src/ui/base.css'])).not.toContain('e2e/zoom.e2e.ts');
  expect(unaffectedTests(['package-lock.json'])).toEqual([]);
  expect(unaffectedTests(['server/src/platform/db/database.ts'])).not.toContain(
    'server/src/platform/db/given-connection.test.ts',
  );
  expect(unaffectedTests(['deploy/nginx.conf'])).not.toContain(
    'server/test/sample-proxies.test.ts',
  );
  expect(unaffectedTests(['reliability/simulator/oracle.ts'])).toContain(
    'server/test/sample-proxies.test.ts',
  );
});

it('lists each test once: two subjects would skip what one of them needs', () => {
  const all = nightlyTests.flatMap(({ files }) => files);
  expect(all.filter((file, at) => all.indexOf(file) !== at)).toEqual([]);
});

it('skips what a change of other pages cannot affect', () => {
  const afterAdmin = unaffectedTests(['web/src/screens/admin/AdminArea.tsx']);
  expect(afterAdmin).toContain('e2e/undo.e2e.ts');
  expect(afterAdmin).not.toContain('e2e/admin.e2e.ts');
  expect(afterAdmin).not.toContain('e2e/zoom.e2e.ts');
  const afterBoard = unaffectedTests(['web/src/live/board-client.ts']);
  expect(afterBoard).toContain('e2e/account.e2e.ts');
  expect(afterBoard).not.toContain('e2e/undo.e2e.ts');
  expect(unaffectedTests(['server/src/app.ts'])).toContain('e2e/part-errors.e2e.ts');
});

it('assigns a browser test to its subject unless every run has it', () => {
  expect(unaffectedTests(['docs/retro.md'])).toContain('e2e/undo.e2e.ts');
  expect(unaffectedTests(['web/src/board/pending.ts'])).not.toContain('e2e/undo.e2e.ts');
  expect(unaffectedTests(['e2e/crew.ts'])).not.toContain('e2e/undo.e2e.ts');
  expect(unaffectedTests(['docs/retro.md'])).not.toContain('e2e/whole-retro.e2e.ts');
});

it('ignores the record of the tested commit', () => {
  expect(changedFiles() ?? []).not.toContain('tools/tested.json');
});

it('runs a test whose own file has changed', () => {
  const all = nightlyTests.flatMap(({ files }) => files);
  for (const file of all) {
    expect(unaffectedTests([file])).toEqual(all.filter((other) => other !== file));
  }
});

it('lists existing files and folders', () => {
  const paths = nightlyTests.flatMap(({ files, about, except = [] }) => [
    ...files,
    ...about,
    ...except,
  ]);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
