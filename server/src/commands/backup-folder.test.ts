// Backup folder: listing, and deletion of old backups.
import { mkdir, mkdtemp, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { pino } from 'pino';
import { onTestFinished, beforeEach, expect, it, vi } from 'vitest';

import { backUpBeforeMigration } from '#server/platform/backup/backup-before-migration';
import { backupName, folderProblem } from '#server/platform/backup/backup-folder';
import { backupSchedule } from '#server/platform/backup/backup-schedule';
import { writeBackupHeader } from '#test/backup-file';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { manualClock } from '#test/manual-clock';
import { runSql } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = await makeFolder();

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

// Symbolic links in backup folders: the folder may be a link. Links inside it and their targets are never touched.
const log = pino({ level: 'silent' });
let root = '';
const at = (...names: string[]) => path.join(root, ...names);
beforeEach(async () => {
  root = await makeFolder(onTestFinished);
  await mkdir(at('elsewhere'));
});

const named = (year: number) => `wentwell-${year}-01-01T00-00-00Z.backup`;
const abandoned = `.${named(2019)}.12345.part`;
const isMade = expect.stringMatching(/^wentwell-20\d\d-.*\.backup$/);

async function buildApp() {
  const app = await buildTestApp();
  await buildBoard(app);
  return app;
}

/** Creates old backups inside and outside the folder, and links to those outside. */
async function fill(folder: string): Promise<void> {
  const longAgo = new Date('2019-01-01');
  for (const year of [2022, 2023]) await writeBackupHeader(at(folder, named(year)));
  for (const place of [at(named(2021)), at('elsewhere', named(2020)), at('elsewhere', abandoned)]) {
    await writeFile(place, 'of somebody else');
    await utimes(place, longAgo, longAgo);
  }
  await symlink(at('elsewhere', named(2020)), at(folder, named(2020)));
  await symlink(at('elsewhere', abandoned), at(folder, abandoned));
  await symlink(at('elsewhere'), at(folder, 'more'));
}

/** Files outside must be unchanged. */
async function expectUntouched(): Promise<void> {
  expect((await readdir(at('elsewhere'))).toSorted()).toEqual([abandoned, named(2020)]);
  for (const name of [abandoned, named(2020)]) {
    expect(await readFile(at('elsewhere', name), 'utf8')).toBe('of somebody else');
  }
  expect(await readdir(root)).toContain(named(2021));
}

it('a symlinked folder is used and pruned like any other, and its neighbours stay', async () => {
  await using app = await buildApp();
  await mkdir(at('disk'));
  await symlink('disk', at('backups'));
  await fill('disk');
  const kept = await onDatabase(app)('backup', at('backups'), '--keep', '2');
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(`Deleted ${named(2022)}.`) });
  expect(kept.out).toContain(`Not deleted: ${named(2020)}: it is no file.`);
  const links = [abandoned, 'more', named(2020)];
  expect((await readdir(at('disk'))).toSorted()).toEqual([...links, named(2023), isMade]);
  await expectUntouched();
});

it('the scheduled backup treats symlinks like the command', async () => {
  await using app = await buildApp();
  await mkdir(at('disk'));
  await symlink(at('disk'), at('backups'));
  await fill('disk');
  const { connection } = app;
  const place = { connection, folder: at('backups'), keep: 2, everyMs: 86_400_000, fromMs: 0 };
  const schedule = backupSchedule({
    ...place,
    clock: manualClock(),
    log,
    node: 'first',
  });
  await schedule.runDue();
  await schedule.stop();
  const [run] = await runSql(connection, 'select failure from backup_runs');
  expect(run).toEqual({ failure: null });
  const links = [abandoned, 'more', named(2020)];
  expect((await readdir(at('disk'))).toSorted()).toEqual([...links, named(2023), isMade]);
  await expectUntouched();
});

it('a dangling or circular symlink is refused with a message', async () => {
  await using app = await buildApp();
  await symlink('nowhere', at('gone'));
  await symlink('round', at('round'));
  await symlink(at('elsewhere', 'new.backup'), at('new.backup'));
  const before = await readdir(root);
  const run = onDatabase(app);
  expect(await folderProblem(at('missing'))).toBe('there is no such folder');
  for (const [name, reason] of [
    ['gone', 'it is a symbolic link to what is not there'],
    ['round', 'its symbolic links lead in circles'],
  ] as const) {
    expect(await folderProblem(at(name))).toBe(reason);
    const refused = `o backup was made in ${at(name)}: ${reason}`;
    expect(await run('backup', at(name), '--keep', '2')).toEqual({
      code: 1,
      out: '',
      err: `N${refused}.`,
    });
    const options = { beforeMigration: at(name), keep: 1, log };
    await expect(backUpBeforeMigration(app.connection, options)).rejects.toThrow(`n${refused}`);
  }
  for (const name of ['gone', 'round', 'new.backup']) {
    const taken = { code: 1, out: '', err: `${at(name)} exists already: choose another name` };
    expect(await run('backup', at(name))).toEqual(taken);
  }
  expect(await readdir(root)).toEqual(before);
  expect(await readdir(at('elsewhere'))).toEqual([]);
});
