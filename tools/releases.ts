// Maps releases to commits. A file records them, because not every clone has the tags.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ROOT } from './files.ts';

const Version = z.string().regex(/^\d+\.\d+\.\d+$/);
const Releases = z.record(
  Version,
  z.strictObject({ commit: z.string().regex(/^[0-9a-f]{40}$/), date: z.iso.date() }),
);

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
}

export const releases = Releases.parse(JSON.parse(readText('releases.json')));

/** Reads the version from the text of a package.json. */
export function versionIn(description: string): string {
  return z.object({ version: Version }).parse(JSON.parse(description)).version;
}

export const ownVersion = versionIn(readText('package.json'));

/** Negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Returns the changelog's releases, newest first, and whether it lists unreleased changes. */
export function readChangelog(text = readText('CHANGELOG.md')) {
  const headings = [...text.matchAll(/^## (\d+\.\d+\.\d+) - (\S+)$/gm)];
  const [unreleased = ''] = /^## Unreleased\n[^]*?(?=^## \d|$(?![^]))/m.exec(text) ?? [];
  return {
    released: headings.map(([, version = '', date = '']) => ({ version, date })),
    hasUnreleased: /^- /m.test(unreleased),
  };
}

/**
 * Returns the newest recorded release that is older than the program. With unreleased changes, the program is newer
 * than its own version's release.
 */
export function releaseBefore(
  recorded: readonly string[],
  program: { version: string; hasUnreleased: boolean },
): string | undefined {
  const isOlder = (release: string) => {
    const order = compareVersions(release, program.version);
    return order < 0 || (order === 0 && program.hasUnreleased);
  };
  return recorded.filter(isOlder).toSorted(compareVersions).at(-1);
}

/** False in a shallow clone. */
export function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}
