// Backup, restore and verify in a database with foreign tables.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { checkBackup } from '#server/platform/backup/read-backup';
import { knownMigrations } from '#server/platform/db/migrate';
import { rewriteBackup } from '#test/backup-file';
import { createTestDatabase, runSql } from '#test/postgres';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('leaves rows of foreign tables alone, whatever the file has under their name', async () => {
  await using source = await createTestDatabase();
  const [plain, file] = [path.join(folder, 'no-orders.backup'), path.join(folder, 'orders.backup')];
  expect(await onDatabase(source)('backup', plain)).toMatchObject({ code: 0 });
  await rewriteBackup({ from: plain, to: file }, (tables) => [
    ...tables,
    { table: 'orders', columns: ['id'], rows: '666\n' },
  ]);
  await using target = await createTestDatabase();
  await runSql(target.connection, `create table orders (id int); insert into orders values (1)`);
  const restored = await onDatabase(target)('restore', file);
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('orders') });
  expect(await runSql(target.connection, 'select id from orders')).toEqual([{ id: 1 }]);
});

it('excludes foreign tables from a backup and says so, whatever their references', async () => {
  await using source = await createTestDatabase();
  await runSql(
    source.connection,
    `create table orders (id int primary key);
     create table bills (id int primary key references orders);
     alter table orders add foreign key (id) references bills deferrable;`,
  );
  const file = path.join(folder, 'without-circle.backup');
  const made = await onDatabase(source)('backup', file);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain("none of Wentwell's tables: bills, orders.");
  const verified = await onDatabase(source)('verify', file);
  expect(verified.code).toBe(0);
  expect(verified.out).not.toContain('orders');
  const live = await onDatabase(source)('verify');
  expect(live).toMatchObject({ code: 0, err: '' });
  expect(live.out).not.toContain('orders');
});

it('keeps tables of a newer version that has migrated the database', async () => {
  await using source = await createTestDatabase();
  await runSql(
    source.connection,
    `create table of_tomorrow (id int);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  );
  const file = path.join(folder, 'newer.backup');
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
  expect(Object.keys((await checkBackup(file)).trailer.rows)).toContain('of_tomorrow');
});

it('drops no foreign table with the name of a table of a later migration', async () => {
  await using target = await createTestDatabase();
  const file = path.join(folder, 'current.backup');
  expect(await onDatabase(target)('backup', file)).toMatchObject({ code: 0 });
  const migrations = await knownMigrations();
  const later = migrations.find(({ tag }) => tag.endsWith('schema_floor_and_backups'));
  await runSql(
    target.connection,
    `delete from drizzle.__drizzle_migrations where created_at >= ${later?.when};
     drop table backup_runs, schema_floor, database_identity;
     create table backup_runs (at text); insert into backup_runs values ('of another')`,
  );
  const restored = await onDatabase(target)('restore', file, '--replace');
  expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('backup_runs') });
  expect(await runSql(target.connection, 'select at from backup_runs')).toHaveLength(1);
});

it('without --replace drops no foreign table with one of our names', async () => {
  await using source = await createTestDatabase();
  const file = path.join(folder, 'plain.backup');
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
  await using target = await createTestDatabase();
  await runSql(
    target.connection,
    'drop schema public cascade; create schema public; drop schema if exists drizzle cascade',
  );
  await runSql(
    target.connection,
    `create table comments (body text); insert into comments values ('of a blog')`,
  );
  const restored = await onDatabase(target)('restore', file);
  expect(await runSql(target.connection, 'select * from comments'), restored.out).toEqual([
    { body: 'of a blog' },
  ]);
  expect(restored.code).toBe(1);
});
