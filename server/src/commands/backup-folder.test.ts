// Backup folder: listing, and deletion of old backups.
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { backupName } from '#server/platform/backup/backup-folder';
import { writeBackupHeader } from '#test/backup-file';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-backup-folder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps the configured number of newest backups and deletes no other file', async () => {
  await using app = await buildTestApp();
  await buildBoard(app);
  const own = await mkdtemp(path.join(folder, 'kept-'));
  // The first name has the old format, the second the current one.
  const old = ['wentwell-2024-01-01T00-00-00Z.backup', 'wentwell-2025-01-01T00-00-00-125Z.backup'];
  for (const name of [...old, 'mine.backup']) await writeBackupHeader(path.join(own, name));
  const kept = await onDatabase(app)('backup', own, '--keep', '2');
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(`Deleted ${old[0]}`) });
  const names = await readdir(own);
  expect(names).toHaveLength(3);
  expect(names).toContain(old[1]);
  expect(names).toContain('mine.backup');
});

it('skips non-files, and never counts a backup with a wrong clock as the newest', async () => {
  await using app = await buildTestApp();
  await buildBoard(app);
  const own = await mkdtemp(path.join(folder, 'odd-'));
  const at = (year: number) => `wentwell-${year}-01-01T00-00-00Z.backup`;
  await mkdir(path.join(own, at(2020)));
  await symlink(path.join(own, 'nowhere'), path.join(own, at(2021)));
  for (const year of [2022, 2098, 2099]) await writeBackupHeader(path.join(own, at(year)));
  const { code, out } = await onDatabase(app)('backup', own, '--keep', '2');
  expect(code).toBe(0);
  for (const year of [2020, 2021])
    expect(out).toContain(`Not deleted: ${at(year)}: it is no file.`);
  for (const year of [2098, 2099]) expect(out).toContain(`Deleted ${at(year)}.`);
  const made = path.basename(/Backed up to (.*):/.exec(out)?.[1] ?? '');
  expect(await readdir(own)).toEqual([at(2020), at(2021), at(2022), made]);
});

it('never replaces a file of another backup made meanwhile', async () => {
  await using app = await buildTestApp();
  const file = path.join(folder, 'at-once.backup');
  const both = await Promise.all([1, 2].map(() => onDatabase(app)('backup', file)));
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(both.map(({ err }) => err).join('')).toContain('exists already');
  expect((await readdir(folder)).filter((name) => name.includes('at-once'))).toEqual([
    'at-once.backup',
  ]);
});

it('gives two backups of one second different names', () => {
  const moments = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'];
  const names = moments.map((moment) => backupName(new Date(moment)));
  expect(new Set(names).size).toBe(2);
  expect(names.toSorted()).toEqual(names);
});
