// Builds the site when its sources changed since the last build; costs some milliseconds when not.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './files.ts';
import { runTool, TOOL } from './run-tool.ts';

const STAMP = join(ROOT, 'web/dist/.built-from');

/** Answers whether there is a site of the present sources. */
export async function buildSiteIfStale(): Promise<boolean> {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return true;
  if (!existsSync(join(ROOT, TOOL.vite))) {
    console.error(
      'The site is not built from these sources, and the tools to build it are not installed (npm ci --omit=dev).\n' +
        'Install everything with npm ci, run npm start once, and leave the tools out after that.',
    );
    return false;
  }
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

/** Names and contents: times differ between two copies of the same sources. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    ...listFiles('web'),
    ...listFiles('contract'),
  ].toSorted()) {
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(ROOT, file)))
      .update('\n');
  }
  return hash.digest('hex');
}

if (import.meta.main && !(await buildSiteIfStale())) process.exitCode = 1;
