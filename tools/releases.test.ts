// The version stands in package.json, CHANGELOG.md and releases.json: they say the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { ROOT } from './files.ts';
import { packages } from './packages.ts';
import {
  compareVersions,
  git,
  hasCommit,
  ownVersion,
  readChangelog,
  releaseBefore,
  releases,
  versionIn,
} from './releases.ts';

const Described = z.object({ version: z.string(), workspaces: z.array(z.string()).default([]) });

function described(text: string) {
  return Described.parse(JSON.parse(text));
}

const { workspaces } = described(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const recorded = Object.entries(releases);
const { released } = readChangelog();

it('has one version in every package.json and the lockfile', () => {
  for (const folder of ['', ...workspaces]) {
    const { version } = described(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    expect([folder, version]).toEqual([folder, ownVersion]);
    expect([folder, packages[folder]?.version]).toEqual([folder, ownVersion]);
  }
});

it('is the changelog’s newest release, with all releases in order', () => {
  const versions = released.map(({ version }) => version);
  expect(versions[0]).toBe(ownVersion);
  expect(versions).toEqual(versions.toSorted(compareVersions).toReversed());
});

it('has a commit for every release in the changelog except one in preparation', () => {
  const ofChangelog = released.map(({ version, date }) => [version, date]);
  const ofFile = recorded.map(([version, { date }]) => [version, date]);
  const made = ofChangelog.filter(([version]) => version !== ownVersion || version in releases);
  expect(Object.fromEntries(ofFile)).toEqual(Object.fromEntries(made));
});

describe.skipIf(!recorded.some(([, { commit }]) => hasCommit(commit)))('in the history', () => {
  it.each(recorded)('contains %s, a commit of that version', (version, { commit }) => {
    expect(git('merge-base', commit, 'HEAD')).toBe(commit);
    expect(versionIn(git('show', `${commit}:package.json`))).toBe(version);
  });

  it.each(recorded)('the tag of %s is that commit', (version, { commit }) => {
    const tag = `v${version}`;
    const tagged = git('tag', '--list', tag) === '' ? commit : git('rev-parse', `${tag}^{commit}`);
    expect(tagged).toBe(commit);
  });
});

it('knows the previous release', () => {
  const all = ['0.2.0', '0.10.0', '0.9.1'];
  const before = (version: string, hasUnreleased = false) =>
    releaseBefore(all, { version, hasUnreleased });
  expect(before('0.10.0')).toBe('0.9.1');
  expect(before('0.10.0', true)).toBe('0.10.0');
  expect(before('1.0.0')).toBe('0.10.0');
  expect(before('0.2.0')).toBeUndefined();
});

it('reads from the changelog whether there are unreleased changes', () => {
  const changed = '# Changelog\n\n## Unreleased\n\n### Added\n\n- It.\n';
  const last = '\n## 0.2.0 - 2026-11-23\n\n- That.\n';
  expect(readChangelog(changed + last).hasUnreleased).toBe(true);
  expect(readChangelog(changed).hasUnreleased).toBe(true);
  expect(readChangelog(`## Unreleased\n${last}`).hasUnreleased).toBe(false);
  expect(readChangelog(last)).toEqual({
    released: [{ version: '0.2.0', date: '2026-11-23' }],
    hasUnreleased: false,
  });
});
