import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import { openDatabase } from '#server/platform/db/database';
import { programVersion } from '#server/platform/program-version';
import { writeBackupHeader } from '#test/backup-file';
import { manualClock } from '#test/manual-clock';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

import { backUpBeforeMigration } from './backup-before-migration.ts';
import { backupSchedule } from './backup-schedule.ts';
import { recordBackupByHand } from './last-backups.ts';
import { makeBackup } from './make-backup.ts';
import { checkBackup } from './read-backup.ts';

const hour = 3_600_000;
const log = pino({ level: 'silent' });
let own: TestDatabase;
let folder: string;

beforeEach(async () => {
  own = await createTestDatabase();
  await addAccount();
  folder = await mkdtemp(path.join(tmpdir(), 'ww-schedule-'));
});
afterEach(async () => {
  await own.drop();
  await rm(folder, { recursive: true });
});

const addAccount = () =>
  runSql(
    own.connection,
    `insert into users (id, email, password_hash) values (gen_random_uuid(), 'robin@example.com', 'none')`,
  );

function schedule(node: string, into = folder) {
  const { connection } = own;
  const due = { everyMs: 24 * hour, fromMs: 0, keep: 2 };
  const clock = manualClock();
  return backupSchedule({
    connection,
    clock,
    log,
    folder: into,
    node,
    ...due,
  });
}

const runs = () =>
  runSql(own.connection, 'select node, file, failure from backup_runs order by started_at');
/** Moves today's runs to another time. */
const age = (interval: string) =>
  runSql(own.connection, `update backup_runs set started_at = started_at - interval '${interval}'`);

/** The number of sessions waiting for a lock of this kind. */
const waitingFor = async (kind: string) =>
  (
    await runSql(
      own.connection,
      `select from pg_locks join pg_database d on d.oid = database
        where locktype = '${kind}' and not granted and datname = current_database()`,
    )
  ).length;

test('one of several nodes makes the backup when due, and keeps the configured number', async () => {
  const nodes = [schedule('first'), schedule('second')];
  await Promise.all(nodes.map((node) => node.runDue()));
  const [name = '', ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(await checkBackup(path.join(folder, name))).toMatchObject({
    header: { program: programVersion },
  });
  await nodes[1]?.runDue();
  expect(await runs()).toHaveLength(1);

  const old = ['wentwell-2024-01-01T00-00-00Z.backup', 'wentwell-2025-01-01T00-00-00Z.backup'];
  for (const each of old) await writeBackupHeader(path.join(folder, each));
  await rm(path.join(folder, name));
  await age('24 hours');
  await nodes[0]?.runDue();
  expect(await runs()).toHaveLength(2);
  const left = await readdir(folder);
  expect(left).toHaveLength(2);
  expect(left).toContain(old[1]);
});

test('a database without accounts is not backed up', async () => {
  await runSql(own.connection, 'delete from users');
  await schedule('first').runDue();
  expect(await readdir(folder)).toEqual([]);
  expect(await runs()).toEqual([]);
  await addAccount();
  await schedule('first').runDue();
  expect(await readdir(folder)).toHaveLength(1);
});

test('only this database’s backups with accounts are counted and deleted', async () => {
  const at = (year: number) => `wentwell-${year}-01-01T00-00-00Z.backup`;
  const beforeLoss = { madeAt: new Date('2020-01-01') };
  await writeBackupHeader(path.join(folder, at(2001)), { ...beforeLoss, accounts: 3 });
  await writeBackupHeader(path.join(folder, at(2002)), beforeLoss);
  await writeBackupHeader(path.join(folder, at(2003)), { accounts: 1 });
  await writeBackupHeader(path.join(folder, at(2004)), { accounts: 1 });
  await writeBackupHeader(path.join(folder, at(2005)), { accounts: 0 });
  await writeFile(path.join(folder, at(2006)), '');
  await schedule('first').runDue();
  expect((await readdir(folder)).toSorted()).toEqual([
    ...[2001, 2002, 2004, 2005, 2006].map(at),
    expect.stringMatching(/^wentwell-20[2-9]\d-/),
  ]);
});

test('a manual backup does not replace a scheduled one', async () => {
  const made = await makeBackup(own.connection, path.join(folder, 'by-hand'));
  const db = openDatabase(own.connection, { log, maxConnections: 1 });
  await recordBackupByHand(db, made);
  await db.close();
  await schedule('first').runDue();
  expect(await runs()).toMatchObject([
    { node: 'npm run backup' },
    { node: 'first', failure: null },
  ]);
});

test('a backup counts even if old ones cannot be deleted, which is logged', async () => {
  const warn = vi.spyOn(log, 'warn');
  await mkdir(path.join(folder, 'wentwell-2024-01-01T00-00-00Z.backup'));
  await schedule('first').runDue();
  expect(await runs()).toEqual([{ node: 'first', file: expect.any(String), failure: null }]);
  const problems = ['wentwell-2024-01-01T00-00-00Z.backup: it is no file'];
  expect(warn).toHaveBeenCalledWith({ folder, problems }, 'not all old backups were deleted');
});

test('a failed backup is logged and retried after an hour', async () => {
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

test('a stopping node makes none', async () => {
  const stopped = schedule('first');
  await stopped.stop();
  await stopped.runDue();
  expect(await readdir(folder)).toEqual([]);
});

test('a stopping node aborts its running backup, whatever it waits for', async () => {
  const holder = new pg.Client(own.connection);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
  const waiting = schedule('first');
  const run = waiting.runDue();
  await expect.poll(() => waitingFor('advisory')).toBe(1);
  await waiting.stop();
  await run;
  expect(await readdir(folder)).toEqual([]);
  await holder.end();
});

test('a backup without a connection, or with a silent database, ends with a reason', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const address = mute.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const nowhere = { host: '127.0.0.1', port, user: 'nobody', database: 'none' };
  const file = path.join(folder, 'a.backup');
  await expect(makeBackup(nowhere, file)).rejects.toThrow('timeout expired');
  mute.close();

  const holder = new pg.Client(own.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table users in access exclusive mode');
  const silent = makeBackup(own.connection, file, { silenceMs: 300 });
  await expect(silent).rejects.toThrow(/^no backup was made: the database has sent nothing/);
  expect(await readdir(folder)).toEqual([]);
  await holder.end();
});

test('before a migration a database with accounts is backed up; a failed backup stops the migration', async () => {
  const place = path.join(folder, 'backups');
  const options = { beforeMigration: place, keep: 1, log };
  await runSql(own.connection, 'delete from users');
  await backUpBeforeMigration(own.connection, options);
  expect(await readdir(folder)).toEqual([]);
  await addAccount();
  await backUpBeforeMigration(own.connection, options);
  expect(await readdir(place)).toEqual([expect.stringMatching(/^before-migration-.*\.backup$/)]);
  await writeFile(path.join(folder, 'a-file'), '');
  const beforeMigration = path.join(folder, 'a-file', 'below');
  await expect(
    backUpBeforeMigration(own.connection, { ...options, beforeMigration }),
  ).rejects.toThrow(/is not without a backup.*BACKUP_BEFORE_MIGRATION=off/);
  await backUpBeforeMigration(own.connection, { ...options, beforeMigration: undefined });
});
