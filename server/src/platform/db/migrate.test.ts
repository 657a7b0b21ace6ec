import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Database, openDatabase } from '#server/platform/db/database';
import { migrateDatabase, schemaState } from '#server/platform/db/migrate';
import { createTestDatabase, type TestDatabase } from '#test/postgres';

const log = pino({ level: 'silent' });
let own: TestDatabase;
let db: Database;
let folder: string;

beforeEach(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.connection, { log });
  // These tests have their own migrations; ours are in the template.
  await db.execute(sql`drop schema drizzle cascade`);
  folder = await mkdtemp(path.join(tmpdir(), 'ww-migrations-'));
});
afterEach(async () => {
  await db.close();
  await own.drop();
  await rm(folder, { recursive: true });
});

/** Writes migrations, each adding one row to the first one's table. */
async function writeMigrations(times: readonly number[]): Promise<void> {
  await mkdir(path.join(folder, 'meta'), { recursive: true });
  const entries = times.map((when, idx) => ({ idx, when, tag: `m${when}`, breakpoints: true }));
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const { when, tag } of entries) {
    const text = `create table if not exists steps (at int primary key);
--> statement-breakpoint
insert into steps values (${when});`;
    await writeFile(path.join(folder, `${tag}.sql`), text);
  }
}

async function steps(): Promise<unknown[]> {
  return (await db.execute(sql`select at from steps order by at`)).rows.map((row) => row['at']);
}

test('only missing migrations are applied', async () => {
  await writeMigrations([1, 2]);
  expect(await schemaState(db, folder)).toBe('older');
  await migrateDatabase(own.connection, { log, folder });
  expect(await schemaState(db, folder)).toBe('current');
  await writeMigrations([1, 2, 3]);
  await migrateDatabase(own.connection, { log, folder });
  await migrateDatabase(own.connection, { log, folder });
  expect(await steps()).toEqual([1, 2, 3]);
});

test('simultaneous nodes migrate once', async () => {
  await writeMigrations([1, 2, 3]);
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(own.connection, { log, folder })));
  expect(await steps()).toEqual([1, 2, 3]);
});

test('a database migrated by a newer version is refused', async () => {
  await writeMigrations([1, 2]);
  await migrateDatabase(own.connection, { log, folder });
  await writeMigrations([1]);
  expect(await schemaState(db, folder)).toBe('newer');
  await expect(migrateDatabase(own.connection, { log, folder })).rejects.toThrow(
    'the database was made by a newer version of Wentwell',
  );
});

test('a program runs on a schema to which a newer version only added', async () => {
  await writeMigrations([1, 2, 3]);
  await migrateDatabase(own.connection, { log, folder });
  await db.execute(sql`update schema_floor set oldest_migration = 2, oldest_program = '1.2.0'`);
  await writeMigrations([1, 2]);
  const warn = vi.spyOn(log, 'warn');
  expect(await schemaState(db, folder)).toBe('ahead');
  expect(await migrateDatabase(own.connection, { log, folder })).toEqual([]);
  expect(warn).toHaveBeenCalledWith(
    { newerMigrations: 1 },
    expect.stringContaining('a newer version of Wentwell has migrated the database'),
  );
  // A program older than the schema allows is told the required version.
  await writeMigrations([1]);
  expect(await schemaState(db, folder)).toBe('newer');
  await expect(migrateDatabase(own.connection, { log, folder })).rejects.toThrow(
    'Start version 1.2.0 or newer',
  );
});

test('a schema is backed up before a migration, unless it is new or unchanged', async () => {
  const beforeMigrating = vi.fn(async () => undefined);
  await writeMigrations([1]);
  await migrateDatabase(own.connection, { log, folder, beforeMigrating });
  await migrateDatabase(own.connection, { log, folder, beforeMigrating });
  expect(beforeMigrating).not.toHaveBeenCalled();
  await writeMigrations([1, 2]);
  beforeMigrating.mockRejectedValueOnce(new Error('disk full'));
  const failing = migrateDatabase(own.connection, { log, folder, beforeMigrating });
  await expect(failing).rejects.toThrow('disk full');
  expect(await steps()).toEqual([1]);
  await migrateDatabase(own.connection, { log, folder, beforeMigrating });
  expect(beforeMigrating).toHaveBeenCalledTimes(2);
  expect(await steps()).toEqual([1, 2]);
});

test('a migration older than the newest applied one is refused by name', async () => {
  await writeMigrations([1, 3]);
  await migrateDatabase(own.connection, { log, folder });
  await writeMigrations([1, 2, 3]);
  await expect(migrateDatabase(own.connection, { log, folder })).rejects.toThrow(/again: m2$/);
});

test('a failing migration is named with its reason, and those before it stay', async () => {
  await writeMigrations([1, 2]);
  await writeFile(path.join(folder, 'm2.sql'), 'create table users (id int);');
  await expect(migrateDatabase(own.connection, { log, folder })).rejects.toThrow(
    /^the migration m2 failed: relation "users" already exists\. /,
  );
  expect(await steps()).toEqual([1]);
  await writeMigrations([1, 2]);
  await migrateDatabase(own.connection, { log, folder });
  expect(await steps()).toEqual([1, 2]);
});

test('missing files are reported', async () => {
  await expect(migrateDatabase(own.connection, { log, folder })).rejects.toThrow(
    /_journal.json cannot be read: run npm run db:generate/,
  );
});
