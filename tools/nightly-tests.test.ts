import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ROOT } from './files.ts';
import { nightlyTests, unaffectedTests } from './nightly-tests.ts';

it('leaves out what no changed file is about', () => {
  const all = nightlyTests.flatMap(({ files }) => files);
  expect(unaffectedTests(['docs/retro.md', 'web/src/live/board-client.ts'])).not.toContain(
    'reliability/simulator.test.ts',
  );
  expect(unaffectedTests(['docs/retro.md'])).toEqual(all);
  expect(unaffectedTests(['web/src/ui/base.css'])).not.toContain('e2e/zoom.e2e.ts');
  expect(unaffectedTests(['package-lock.json'])).toEqual([]);
  expect(unaffectedTests(['server/src/platform/db/database.ts'])).not.toContain(
    'server/src/platform/db/unanswered.test.ts',
  );
  expect(unaffectedTests(['deploy/nginx.conf'])).not.toContain('server/test/sample-nginx.test.ts');
  expect(unaffectedTests(['reliability/simulator/oracle.ts'])).toContain(
    'server/test/sample-nginx.test.ts',
  );
});

it('runs a test whose own file has changed', () => {
  for (const { files } of nightlyTests) {
    for (const file of files) expect(unaffectedTests([file])).not.toContain(file);
  }
});

it('names files and folders that exist', () => {
  const paths = nightlyTests.flatMap(({ files, about }) => [...files, ...about]);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
