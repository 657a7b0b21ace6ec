// Restores: beside other users of the database, in bulk, and beside foreign tables.
import path from 'node:path';

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { checkBackup } from '#server/platform/backup/read-backup';
import { checkRestorable, restoreBackup } from '#server/platform/backup/restore-backup';
import { openDatabase } from '#server/platform/db/database';
import { knownMigrations, migrateDatabase } from '#server/platform/db/migrate';
import { rewriteBackup } from '#test/backup-file';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
const log = pino({ level: 'silent' });
const folder = await makeFolder();
const file = path.join(folder, 'empty.backup');
beforeAll(async () => {
  await using source = await createTestDatabase();
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
});

async function addAccount({ connection }: TestDatabase): Promise<void> {
  await runSql(
    connection,
    `insert into users (id, email, password_hash) values (gen_random_uuid(), 'robin@example.com', 'none')`,
  );
}

/** Counts sessions waiting for a lock of this kind. */
const waitingFor = async ({ connection }: TestDatabase, kind: string) =>
  (
    await runSql(
      connection,
      `select from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = '${kind}' and not l.granted and a.datname = current_database()`,
    )
  ).length;

it('is refused if a node has started meanwhile, and changes nothing', async () => {
  await using target = await createTestDatabase();
  await addAccount(target);
  const holder = new pg.Client(target.connection);
  await holder.connect();
  await holder.query('begin; lock table users in access share mode');
  const restoring = onDatabase(target)('restore', file, '--replace');
  await expect.poll(() => waitingFor(target, 'relation')).toBe(1);
  const node = openDatabase(target.connection, { log });
  await node.execute(sql`select 1`);
  await holder.end();
  const stopFirst = expect.stringContaining('stop all its nodes');
  expect(await restoring).toMatchObject({ code: 1, err: stopFirst });
  await node.close();
  expect(await runSql(target.connection, 'select from users')).toHaveLength(1);
});

it('makes another restore wait', async () => {
  await using target = await createTestDatabase();
  const checked = await checkRestorable(file);
  const waiting: Promise<unknown>[] = [];
  await restoreBackup(target.connection, {
    file,
    checked,
    isReplacing: true,
    keepsSchema: false,
    async finish() {
      waiting.push(onDatabase(target)('restore', file));
      await expect.poll(() => waitingFor(target, 'advisory')).toBe(1);
    },
  });
  expect(await Promise.all(waiting)).toMatchObject([{ code: 0, err: '' }]);
});

it('makes a starting node and a backup wait', async () => {
  await using target = await createTestDatabase();
  await addAccount(target);
  const checked = await checkRestorable(file);
  const options = { file, checked, isReplacing: true, keepsSchema: false };
  const waiting: Promise<unknown>[] = [];
  await restoreBackup(target.connection, {
    ...options,
    async finish() {
      waiting.push(migrateDatabase(target.connection, { log }));
      await expect.poll(() => waitingFor(target, 'relation')).toBe(1);
      waiting.push(onDatabase(target)('backup', path.join(folder, 'after.backup')));
      await expect.poll(() => waitingFor(target, 'advisory')).toBe(1);
    },
  });
  expect(await Promise.all(waiting)).toMatchObject([[], { code: 0, err: '' }]);
  expect(await runSql(target.connection, 'select from users')).toEqual([]);
});

// A restore builds keys and indexes after inserting the rows.
let target: TestDatabase;
beforeAll(async () => {
  await using source = await createTestDatabase();
  await runSql(
    source.connection,
    `insert into receipts (user_id, key, request_hash)
      select gen_random_uuid(), 'key ' || n, '' from generate_series(1, 20000) as n`,
  );
  const file = path.join(folder, 'large.backup');
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
  target = await createTestDatabase();
  expect(await onDatabase(target)('restore', file)).toMatchObject({ code: 0 });
});
afterAll(() => target.drop());

const schemaOf = ({ connection }: TestDatabase) =>
  runSql(
    connection,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = any(
        array(select oid from pg_class where relnamespace = 'public'::regnamespace))
      union all select tgname::text from pg_trigger where tgenabled <> 'O'
      order by 1`,
  );

it('creates the keys and indexes of the migrations, and enables all triggers', async () => {
  await using migrated = await createTestDatabase();
  expect(await schemaOf(target)).toEqual(await schemaOf(migrated));
});

it('builds keys and indexes as compact as new ones', async () => {
  const size = () =>
    runSql(target.connection, `select pg_relation_size('receipts_user_id_key_pk')`);
  const restored = await size();
  await runSql(target.connection, 'reindex index receipts_user_id_key_pk');
  expect(restored).toEqual(await size());
});

// Backup, restore and verify in a database with foreign tables.

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
  expect(made.out).toContain('they are not tables of Wentwell: bills, orders.');
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
