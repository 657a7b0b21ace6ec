// Concurrent use of a database during a restore.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { checkRestorable, restoreBackup } from '#server/platform/backup/restore-backup';
import { openDatabase } from '#server/platform/db/database';
import { migrateDatabase } from '#server/platform/db/migrate';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
const log = pino({ level: 'silent' });
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-meanwhile-'));
  await using source = await createTestDatabase();
  file = path.join(folder, 'empty.backup');
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
