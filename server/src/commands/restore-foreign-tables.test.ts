// A restore beside tables that are not of Wentwell.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createTestDatabase, runSql } from '#test/postgres';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('leaves the rows of a table that is not of Wentwell, whatever the file holds under its name', async () => {
  await using source = await createTestDatabase();
  await runSql(source.connection, `create table orders (id int); insert into orders values (666)`);
  const file = path.join(folder, 'with-orders.backup');
  expect(await onDatabase(source)('backup', file)).toMatchObject({ code: 0 });
  await using target = await createTestDatabase();
  await runSql(target.connection, `create table orders (id int); insert into orders values (1)`);
  const restored = await onDatabase(target)('restore', file);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(await runSql(target.connection, 'select id from orders')).toEqual([{ id: 1 }]);
});

it('without --replace drops no table of another product that has a name of ours', async () => {
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
