// Statements are named once per text and connection, and pipelined statements are awaited once.
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Database, openDatabase, type Queries } from '#server/platform/db/database';
import { DatabaseAway, sqlStateOf } from '#server/platform/db/database-errors';
import { StatementNames } from '#server/platform/db/statements';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

const counters = pgTable('counters', { id: integer().primaryKey(), value: integer().notNull() });
const log = pino({ level: 'silent' });
let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(async () => {
  await own.drop();
});
beforeEach(async () => {
  db = openDatabase(own.connection, { log });
  await runSql(own.connection, 'drop table if exists counters');
  await runSql(own.connection, 'create table counters (id int primary key, value int not null)');
  return () => db.close();
});

const add = (queries: Queries, id: number) => queries.insert(counters).values({ id, value: id });
const all = async (queries: Queries, above = 0) =>
  (await queries.execute(sql`select * from counters where id > ${above}`)).rows;

async function trips(work: () => Promise<unknown>) {
  const { statements, roundTrips } = db.traffic;
  await work();
  const after = db.traffic;
  return { statements: after.statements - statements, roundTrips: after.roundTrips - roundTrips };
}

describe('statement names', () => {
  test('a text with parameters is prepared once per connection', async () => {
    await db.write(async (tx) => {
      for (const id of [1, 2, 3]) await add(tx, id);
      await all(tx, 1);
      await all(tx, 2);
      await tx.execute(sql`select 1`);
      const { rows } = await tx.execute(sql`select statement from pg_prepared_statements`);
      expect(rows.map(({ statement }) => String(statement).slice(0, 6)).toSorted()).toEqual([
        'insert',
        'select',
      ]);
    });
  });

  test('a text that grows with its values gets none, and neither does a search or one beyond the limit', () => {
    const names = new StatementNames();
    expect(names.nameOf("select 1 where t @@ to_tsquery('simple', $1)")).toBeUndefined();
    expect(names.nameOf('select 1 where id in ($1, $2)')).toBeUndefined();
    expect(names.nameOf('insert into t values ($1, default), ($2, default)')).toBeUndefined();
    expect(names.nameOf('select 1 where id in (select id from t where u = $1)')).toBeDefined();
    for (let n = 0; n < 1000; n += 1) names.nameOf(`select ${n} where id = $1`);
    expect(names.nameOf('select 999 where id = $1')).toBeUndefined();
    expect(names.nameOf('select 1 where id = $1')).toBeDefined();
  });
});

describe('a schema that changes under a connection', () => {
  const widen = () => runSql(own.connection, 'alter table counters add column note text');

  test('fails no query: it is prepared again', async () => {
    await add(db, 1);
    expect(await all(db)).toEqual([{ id: 1, value: 1 }]);
    await widen();
    expect(await all(db)).toEqual([{ id: 1, value: 1, note: null }]);
  });

  test('fails no transaction: it runs again from the start, and counts once', async () => {
    await db.write((tx) => all(tx));
    await widen();
    const hook = vi.fn();
    const found = await db.write(async (tx) => {
      tx.afterCommit(hook);
      await add(tx, 2);
      return all(tx);
    });
    expect(found).toEqual([{ id: 2, value: 2, note: null }]);
    expect(hook).toHaveBeenCalledOnce();
    expect(await db.snapshot((at) => all(at))).toEqual(found);
  });

  test('and neither does dropping the connection’s prepared statements', async () => {
    await all(db);
    await db.execute('deallocate all');
    expect(await all(db)).toEqual([]);
  });
});

describe('pipelined statements', () => {
  test('are awaited once, with BEGIN and COMMIT, and run in order', async () => {
    const cost = await trips(() =>
      db.write(
        async (tx) => {
          const [, , before] = await Promise.all([tx.began, add(tx, 1).execute(), all(tx)]);
          expect(before).toEqual([{ id: 1, value: 1 }]);
          tx.beforeCommit(() => add(tx, 2));
        },
        { pipelined: true },
      ),
    );
    expect(cost).toEqual({ statements: 5, roundTrips: 2 });
    expect(await all(db)).toHaveLength(2);
  });

  test('are one transaction: one that fails takes the others with it, including COMMIT', async () => {
    const hook = vi.fn();
    const early = db.write(
      (tx) => Promise.all([tx.began, add(tx, 1).execute(), add(tx, 1).execute(), all(tx)]),
      { pipelined: true },
    );
    await expect(early).rejects.toThrow();
    const late = db.write(async (tx) => {
      tx.afterCommit(hook);
      tx.beforeCommit(() => add(tx, 1));
      tx.beforeCommit(() => add(tx, 1));
      tx.beforeCommit(() => add(tx, 2));
    });
    await expect(late).rejects.toThrow();
    expect(hook).not.toHaveBeenCalled();
    expect(await all(db)).toEqual([]);
    expect(await db.write((tx) => all(tx))).toEqual([]);
  });

  test('fail with the first failure’s reason, whichever answer arrives first', async () => {
    const failing = db.write(
      async (tx) => {
        const slow = add(tx, 1)
          .execute()
          .then(() => add(tx, 2));
        const refused = tx
          .execute(sql`select 1 / ${0}::int`)
          .execute()
          .catch(async (error: unknown) => {
            await new Promise((later) => void setImmediate(later));
            throw error;
          });
        await Promise.all([tx.began, slow, refused, all(tx)]);
      },
      { pipelined: true },
    );
    expect(await failing.catch(sqlStateOf)).toBe('22012');
  });

  test('fail together as DatabaseAway when the connection is cut', async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
    const writing = db.write(
      (tx) => Promise.all([tx.began, add(tx, 1).execute(), tx.execute(cut), all(tx)]),
      { pipelined: true },
    );
    await expect(writing).rejects.toBeInstanceOf(DatabaseAway);
    expect(await all(db)).toEqual([]);
  });
});
