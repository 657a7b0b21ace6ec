// npm run upgrade-check [-- --from REF] [FILES]: runs the tests of the version before against the schema of this one, as
// its nodes run while an upgrade goes from node to node (docs/upgrade.md).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from './files.ts';
import { git, hasCommit, ownVersion, readChangelog, releaseBefore, releases } from './releases.ts';

/** The release before this program. */
function versionBefore(): string {
  const { hasUnreleased } = readChangelog();
  const version = releaseBefore(Object.keys(releases), { version: ownVersion, hasUnreleased });
  if (version === undefined) throw new Error('releases.json names no release before this one');
  const commit = releases[version]?.commit ?? '';
  if (hasCommit(commit)) return commit;
  throw new Error(
    `This copy of the repository has no commit ${commit}, which is ${version}: name another by --from REF.`,
  );
}

function check(from: string, files: readonly string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ww-upgrade-'));
  const before = join(folder, 'before');
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: before, stdio: 'inherit' }).status === 0;
  git('worktree', 'add', '--detach', before, from);
  try {
    console.log(`The program of ${from}, on the schema of this one:`);
    if (!run('npm', 'ci', '--ignore-scripts', '--no-audit', '--prefer-offline')) return false;
    // Its tests make their database of these.
    rmSync(join(before, 'server/migrations'), { recursive: true });
    cpSync(join(ROOT, 'server/migrations'), join(before, 'server/migrations'), { recursive: true });
    const vitest = join(before, 'node_modules/vitest/vitest.mjs');
    return run(process.execPath, vitest, 'run', '--project', 'server', ...files);
  } finally {
    git('worktree', 'remove', '--force', before);
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
});
const files = positionals.length > 0 ? positionals : ['server/src/features', 'server/src/live'];
if (!check(values.from ?? versionBefore(), files)) process.exitCode = 1;
