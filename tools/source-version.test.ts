// The version that a build calls itself.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { sourceVersion } from './source-version.ts';

const root = mkdtempSync(join(tmpdir(), 'ww-version-'));
afterAll(() => rmSync(root, { recursive: true }));

const identity = ['-c', 'user.name=Robin', '-c', 'user.email=robin@example.com'];
const git = (...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();

function commit(content: object): string {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3', ...content }));
  git('add', '.');
  git('commit', '--quiet', '--message=Change');
  return git('rev-parse', '--short', 'HEAD');
}

it('is a release at its tag only; other source is a pre-release of the next', () => {
  git('init', '--quiet');
  const first = commit({});
  expect(sourceVersion(root)).toEqual({ version: `1.3.0-dev+${first}`, commit: first });
  git('tag', 'v1.2.3');
  expect(sourceVersion(root)).toEqual({ version: '1.2.3', commit: first });
  writeFileSync(join(root, 'package.json'), '{ "version": "1.2.3", "changed": true }');
  expect(sourceVersion(root)).toEqual({ version: `1.3.0-dev+${first}.dirty`, commit: first });
  const later = commit({ later: true });
  expect(sourceVersion(root)).toEqual({ version: `1.3.0-dev+${later}`, commit: later });
});

it('is the value of SOURCE without a repository', () => {
  rmSync(join(root, '.git'), { recursive: true });
  const built = (SOURCE: string) => sourceVersion(root, { SOURCE }).version;
  expect(built('v1.2.3-0-gabc1234')).toBe('1.2.3');
  expect(built('v1.2.3-0-gabc1234-dirty')).toBe('1.3.0-dev+abc1234.dirty');
  expect(built('v1.2.3-7-gabc1234')).toBe('1.3.0-dev+abc1234');
  expect(built('')).toBe('1.3.0-dev+unknown');
});
