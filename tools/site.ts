// Builds the site if its sources changed since the last build.
import { join } from 'node:path';

import { ROOT } from './files.ts';
import { runTool, TOOL } from './run-tool.ts';
import { sourceVersion } from './source-version.ts';
import { buildIfStale } from './stale-build.ts';

/** Returns true if the build is up to date. */
export async function buildSiteIfStale(): Promise<boolean> {
  return buildIfStale({
    name: 'the site',
    folder: 'web/dist',
    sources: ['web', 'contract'],
    tool: TOOL.vite,
    async build() {
      const { version, commit } = sourceVersion();
      const code = await runTool([join(ROOT, TOOL.vite), 'build', '--logLevel=warn'], {
        cwd: join(ROOT, 'web'),
        env: { NODE_ENV: 'production', VITE_VERSION: version, VITE_COMMIT_HASH: commit },
        quiet: true,
      });
      return code === 0;
    },
  });
}

if (import.meta.main && !(await buildSiteIfStale())) process.exitCode = 1;
