import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

/** An empty folder, deleted after the file's tests, or with `onTestFinished` after a single one. */
export async function makeFolder(
  after: (remove: () => Promise<void>) => void = afterAll,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wentwell-tests-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
