// npm run upgrade-check [-- --from REF] [--only rehearsal|tests] [FILES]: rehearses upgrade and downgrade between the
// previous release and this program, and runs that release's tests on this schema (docs/backup-and-upgrade.md).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { findBrowser } from './browser.ts';
import { installTestServers } from './debian.ts';
import { ROOT } from './files.ts';
import {
  git,
  hasCommit,
  ownVersion,
  readChangelog,
  releaseBefore,
  releases,
  versionIn,
} from './releases.ts';
import { runTool, TOOL } from './run-tool.ts';
import { sourceVersion } from './source-version.ts';

const usage = 'Usage: npm run upgrade-check [-- --from REF] [--only rehearsal|tests] [TEST FILES]';

/** The commit of the previous release. */
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

/** Builds and starts both versions, each from its folder. */
async function rehearse(before: string): Promise<boolean> {
  console.log('\nThe upgrade and the way back:');
  for (const build of ['tools/site.ts', 'tools/server-build.ts']) {
    for (const cwd of [before, ROOT]) {
      if ((await runTool([build], { cwd })) !== 0) return false;
    }
  }
  const browser = await findBrowser();
  if (browser === undefined) return false;
  const env = { CHROMIUM_PATH: browser, VERSION_BEFORE: before };
  const config = 'e2e/upgrade/playwright.config.ts';
  return (await runTool([TOOL.playwright, 'test', `--config=${config}`], { env })) === 0;
}

/** During a rolling upgrade, old nodes run on the new schema. */
async function testOnNewSchema(before: string, files: readonly string[]): Promise<boolean> {
  console.log('\nThe tests of the version before, on the schema of this one:');
  // Its tests create their databases from these migrations.
  rmSync(join(before, 'server/migrations'), { recursive: true });
  cpSync(join(ROOT, 'server/migrations'), join(before, 'server/migrations'), { recursive: true });
  const args = [join(before, TOOL.vitest), 'run', '--project', 'server', '--reporter=dot'];
  return (await runTool([...args, ...files], { cwd: before })) === 0;
}

type Part = (before: string) => Promise<boolean>;

async function check(from: string, parts: readonly Part[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'ww-upgrade-'));
  const before = join(folder, 'before');
  git('worktree', 'add', '--detach', before, from);
  try {
    const version = versionIn(git('show', `${from}:package.json`));
    console.log(
      `From ${version} (${git('rev-parse', '--short', from)}) to ${sourceVersion().version}.`,
    );
    const install = ['ci', '--ignore-scripts', '--no-audit', '--prefer-offline'];
    const installed = spawnSync('npm', install, { cwd: before, stdio: 'inherit' });
    if (installed.status !== 0) return false;
    for (const part of parts) if (!(await part(before))) return false;
    return true;
  } finally {
    git('worktree', 'remove', '--force', before);
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, only: { type: 'string' } },
    });
    const { from } = values;
    const only = z.enum(['rehearsal', 'tests']).optional().parse(values.only);
    const files = positionals.length > 0 ? positionals : ['server/src/features', 'server/src/live'];
    return { from, only, files };
  } catch {
    return null;
  }
}

const options = readOptions();
if (options) {
  const { from, only, files } = options;
  // The tests must come last, because they replace the old version's migrations.
  const parts = { rehearsal: rehearse, tests: (before: string) => testOnNewSchema(before, files) };
  installTestServers();
  const wanted = only === undefined ? Object.values(parts) : [parts[only]];
  if (!(await check(from ?? versionBefore(), wanted))) process.exitCode = 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
