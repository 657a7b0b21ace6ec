// A restore builds keys and indexes after inserting the rows.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
let folder = '';
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-bulk-'));
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
afterAll(async () => {
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

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
