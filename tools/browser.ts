// Finds a Chromium for the browser tests. Installs one if the machine has none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { installFromDebian } from './debian.ts';
import { ROOT } from './files.ts';
import { findProgram } from './programs.ts';

/**
 * Returns the path of a Chromium. If none is found, prints what to do and returns undefined. Prefers Debian's headless
 * shell: the same engine without the browser UI and services, which saves a third of the tests' CPU time.
 */
export async function findBrowser(): Promise<string | undefined> {
  const found =
    named() ??
    findShell() ??
    fromDebian('chromium-headless-shell', findShell) ??
    findWhole() ??
    fromDebian('chromium', findWhole) ??
    (await fromNpm());
  if (found === undefined) {
    console.error(
      'No Chromium for the browser tests. Install one (Debian: apt-get install chromium-headless-shell), or name one: CHROMIUM_PATH=/path/to/chromium.',
    );
  }
  return found;
}

function named(): string | undefined {
  const path = process.env['CHROMIUM_PATH'];
  return path && existsSync(path) ? path : undefined;
}

function findShell(): string | undefined {
  return findProgram('chromium-headless-shell');
}

/** Finds a full browser, which supports profiles on disk, unlike the headless shell. */
export function findWhole(): string | undefined {
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (
    findProgram('chromium', 'chromium-browser', 'google-chrome') ??
    (existsSync(onMac) ? onMac : undefined)
  );
}

function fromDebian(name: string, find: () => string | undefined): string | undefined {
  installFromDebian([name]);
  return find();
}

type Packed = { default: { executablePath: () => Promise<string> } };

/**
 * npm under Node 20 skips this optional package, which requires Node 22. Installs it separately, in the version of our
 * lockfile.
 */
async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux') return;
  const name = '@sparticuz/chromium';
  const home = join(ROOT, '.cache/chromium');
  const resolve = createRequire(join(home, 'anchor.js')).resolve;
  try {
    resolve(name);
  } catch {
    console.log('Installing Chromium from npm …');
    const version = lockedVersion(name);
    const done = spawnSync(
      'npm',
      ['install', '--no-save', '--ignore-scripts', `--prefix=${home}`, `${name}@${version}`],
      { encoding: 'utf8' },
    );
    if (done.status !== 0) {
      console.warn(`npm could not: ${done.stderr.trim()}`);
      return;
    }
  }
  const { default: packed } = (await import(resolve(name))) as Packed;
  return packed.executablePath();
}

type Lockfile = { packages: Record<string, { version: string }> };

function lockedVersion(name: string): string | undefined {
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  return lockfile.packages[`node_modules/${name}`]?.version;
}
