import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { manualClock } from '#test/manual-clock';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

import { backUpBeforeMigration } from './backup-before-migration.ts';
import { BackupSchedule } from './backup-schedule.ts';
import { checkBackup } from './read-backup.ts';

const hour = 3_600_000;
const log = pino({ level: 'silent' });
let own: TestDatabase;
let folder: string;

beforeEach(async () => {
  own = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'ww-schedule-'));
});
afterEach(async () => {
  await own.drop();
  await rm(folder, { recursive: true });
});

function schedule(node: string, into = folder): BackupSchedule {
  const { connection } = own;
  const due = { everyMs: 24 * hour, fromMs: 0, keep: 2 };
  const clock = manualClock();
  return new BackupSchedule({
    connection,
    clock,
    log,
    folder: into,
    program: '1.0.0',
    node,
    ...due,
  });
}

const runs = () =>
  runSql(own.connection, 'select node, file, failure from backup_runs order by started_at');
/** Lets the runs of today be of another time. */
const age = (interval: string) =>
  runSql(own.connection, `update backup_runs set started_at = started_at - interval '${interval}'`);

test('of several nodes one makes the backup, once it is due, and keeps so many', async () => {
  const nodes = [schedule('first'), schedule('second')];
  await Promise.all(nodes.map((node) => node.runDue()));
  const [name = '', ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(await checkBackup(path.join(folder, name))).toMatchObject({
    header: { program: '1.0.0' },
  });
  await nodes[1]?.runDue();
  expect(await runs()).toHaveLength(1);

  const old = ['wentwell-2024-01-01T00-00-00Z.backup', 'wentwell-2025-01-01T00-00-00Z.backup'];
  for (const each of old) await writeFile(path.join(folder, each), '');
  await rm(path.join(folder, name));
  await age('24 hours');
  await nodes[0]?.runDue();
  expect(await runs()).toHaveLength(2);
  const left = await readdir(folder);
  expect(left).toHaveLength(2);
  expect(left).toContain(old[1]);
});

test('a backup that fails is logged, and tried again in an hour', async () => {
  const error = vi.spyOn(log, 'error');
  const place = path.join(folder, 'not-there');
  const failing = schedule('first', place);
  await failing.runDue();
  await failing.runDue();
  expect(error).toHaveBeenCalledOnce();
  const failure = `no backup was made in ${place}: there is no such folder`;
  expect(await runs()).toEqual([{ node: 'first', file: null, failure }]);
  await age('61 minutes');
  const mended = schedule('second');
  await mended.runDue();
  expect(await readdir(folder)).toHaveLength(1);
  await mended.stop();
});

test('a node that stops makes none', async () => {
  const stopped = schedule('first');
  await stopped.stop();
  await stopped.runDue();
  expect(await readdir(folder)).toEqual([]);
});

test('before a migration a database with accounts is backed up, and not migrated where that fails', async () => {
  const place = path.join(folder, 'backups');
  const options = { beforeMigration: place, keep: 1, program: '1.0.0', log };
  await backUpBeforeMigration(own.connection, options);
  expect(await readdir(folder)).toEqual([]);
  await runSql(
    own.connection,
    `insert into users (id, email, password_hash) values (gen_random_uuid(), 'robin@example.com', 'none')`,
  );
  await backUpBeforeMigration(own.connection, options);
  expect(await readdir(place)).toEqual([expect.stringMatching(/^before-migration-.*\.backup$/)]);
  await writeFile(path.join(folder, 'a-file'), '');
  const beforeMigration = path.join(folder, 'a-file', 'below');
  await expect(
    backUpBeforeMigration(own.connection, { ...options, beforeMigration }),
  ).rejects.toThrow(/is not without a backup.*BACKUP_BEFORE_MIGRATION=off/);
  await backUpBeforeMigration(own.connection, { ...options, beforeMigration: undefined });
});
