// Builds the site when its sources changed since the last build; costs some milliseconds when not.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';
import { runTool, TOOL } from './run-tool.ts';

const STAMP = join(ROOT, 'web/dist/.built-from');

/** Answers whether there is a site of the present sources. */
export async function buildSiteIfStale(): Promise<boolean> {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return true;
  console.log('Building the site …');
  // Gone first: a build that is cut short must not pass for a finished one.
  rmSync(STAMP, { force: true });
  const code = await runTool([join(ROOT, TOOL.vite), 'build', '--logLevel=warn'], {
    cwd: join(ROOT, 'web'),
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0) {
    console.error('The site could not be built (see above).');
    return false;
  }
  writeFileSync(STAMP, sources);
  return true;
}

/** Names, sizes and times instead of contents: fast, and a needless build is the worst it can cause. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    ...listFiles('web'),
    ...listFiles('contract'),
  ].toSorted()) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (import.meta.main && !(await buildSiteIfStale())) process.exitCode = 1;
