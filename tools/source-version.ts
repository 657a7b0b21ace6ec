// Identifies the source of a build: a release or a later commit. Written to a file in the built server.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './files.ts';

export interface SourceVersion {
  version: string;
  /** Abbreviated; `unknown` without a repository. */
  commit: string;
}

const describeArguments = ['describe', '--tags', '--match=v*', '--long', '--always', '--dirty'];

/** SOURCE replaces git if the build has no repository, as in a container (deploy/Dockerfile). */
function describeSource(root: string, env: NodeJS.ProcessEnv): string {
  if (!existsSync(join(root, '.git'))) return env['SOURCE'] ?? '';
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', describeArguments, options).trim();
  } catch {
    return '';
  }
}

/** A release version requires the tag and a clean working tree. Otherwise returns a development version. */
export function sourceVersion(root = ROOT, env = process.env): SourceVersion {
  // No zod here, because a start runs this with only runtime packages installed.
  const [, release = '0.0.0'] =
    /"version": *"(\d+\.\d+\.\d+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8')) ?? [];
  const source = describeSource(root, env);
  const [, commit = 'unknown', isDirty] = /(?:^|-g)([0-9a-f]{7,40})(-dirty)?$/.exec(source) ?? [];
  if (source === `v${release}-0-g${commit}`) return { version: release, commit };
  const [major = 0, minor = 0] = release.split('.').map(Number);
  const suffix = isDirty === undefined ? '' : '.dirty';
  return { version: `${major}.${minor + 1}.0-dev+${commit}${suffix}`, commit };
}

/** Writes the server's version file. If git fails, keeps the file of an earlier build. */
export function writeServerVersion(folder: string): void {
  const file = join(folder, 'version.json');
  const source = sourceVersion();
  const text = `${JSON.stringify(source)}\n`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (text === before || (before !== null && source.commit === 'unknown')) return;
  writeFileSync(file, text);
}
