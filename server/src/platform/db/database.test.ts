import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  connectionTo,
  createTestDatabase,
  endConnections,
  type TestDatabase,
} from '#test/postgres';

import { DatabaseAway, isDatabaseAway } from './database-errors.ts';
import { type Database, openDatabase, preparePerConnection, type Queries } from './database.ts';

const counters = pgTable('counters', { id: integer().primaryKey(), value: integer().notNull() });
const log = pino({ level: 'silent' });
let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.connection, { log });
  await db.execute(sql`create table counters (id int primary key, value int not null)`);
});
afterAll(async () => {
  await db.close();
  await own.drop();
});
beforeEach(async () => {
  await db.delete(counters);
});

const nothing = () => Promise.resolve();
const one = (queries: Queries) => queries.execute(sql`select 1`);

async function valueOf(id: number): Promise<number | undefined> {
  const [row] = await db
    .select()
    .from(counters)
    .where(sql`id = ${id}`);
  return row?.value;
}

describe('after commit', () => {
  test('hooks run in order once the commit is visible', async () => {
    const seen: string[] = [];
    const result = await db.write(async (tx) => {
      tx.afterCommit(() => seen.push('first'));
      await tx.insert(counters).values({ id: 1, value: 1 });
      tx.afterCommit(() => seen.push('second'));
      expect(seen).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(seen).toEqual(['first', 'second']);
    expect(await valueOf(1)).toBe(1);
  });

  test('a rollback drops the hooks with the rows', async () => {
    const hook = vi.fn();
    const writing = db.write(async (tx) => {
      await tx.insert(counters).values({ id: 1, value: 1 });
      tx.afterCommit(hook);
      throw new Error('changed my mind');
    });
    await expect(writing).rejects.toThrow('changed my mind');
    await db.write(() => Promise.resolve());
    expect(hook).not.toHaveBeenCalled();
    expect(await valueOf(1)).toBeUndefined();
  });

  test('a failing hook is logged; the commit and other hooks stand', async () => {
    const error = vi.spyOn(log, 'error');
    const hook = vi.fn();
    await db.write(async (tx) => {
      await tx.insert(counters).values({ id: 1, value: 1 });
      tx.afterCommit(() => {
        throw new Error('nobody listens');
      });
      tx.afterCommit(hook);
    });
    expect(hook).toHaveBeenCalledOnce();
    expect(error).toHaveBeenCalledOnce();
    expect(await valueOf(1)).toBe(1);
  });

  test('a caught query failure does not count as a commit', async () => {
    const hook = vi.fn();
    const writing = db.write(async (tx) => {
      tx.afterCommit(hook);
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('caught inside a transaction');
    expect(hook).not.toHaveBeenCalled();
  });
});

describe('retries', () => {
  test('a deadlock repeats the work, and its hooks run once', async () => {
    await db.insert(counters).values([1, 2].map((id) => ({ id, value: 0 })));
    const hook = vi.fn();
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    async function addToBoth(first: number, second: number): Promise<void> {
      await db.write(async (tx) => {
        tx.afterCommit(hook);
        await tx.execute(sql`update counters set value = value + 1 where id = ${first}`);
        holding += 1;
        if (holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await tx.execute(sql`update counters set value = value + 1 where id = ${second}`);
      });
    }
    await Promise.all([addToBoth(1, 2), addToBoth(2, 1)]);
    expect([await valueOf(1), await valueOf(2)]).toEqual([2, 2]);
    expect(holding).toBeGreaterThan(2);
    expect(hook).toHaveBeenCalledTimes(2);
  });

  test('the fourth failure is returned', async () => {
    const work = vi.fn<() => Promise<void>>();
    const writing = db.write(async (tx) => {
      await work();
      await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(writing).rejects.toThrow();
    expect(work).toHaveBeenCalledTimes(4);
  });
});

test('a snapshot reads one moment and writes nothing', async () => {
  await db.insert(counters).values({ id: 1, value: 1 });
  await db.snapshot(async (at) => {
    const [before] = await at.select().from(counters);
    await db.update(counters).set({ value: 2 });
    const [after] = await at.select().from(counters);
    expect(after).toEqual(before);
  });
  await expect(db.snapshot((at) => at.delete(counters))).rejects.toThrow();
});

test('a prepared query is built once per connection and sees its transaction', async () => {
  const build = vi.fn((queries: Parameters<Parameters<typeof db.snapshot>[0]>[0]) =>
    queries.select().from(counters).prepare('all_counters'),
  );
  const all = preparePerConnection(build);
  for (const id of [1, 2]) {
    await db.write(async (tx) => {
      await tx.insert(counters).values({ id, value: id });
      expect(await all(tx).execute()).toHaveLength(id);
    });
  }
  expect(build).toHaveBeenCalledOnce();
});

describe('a lost database', () => {
  test('a transaction cut midway fails as DatabaseAway, and the pool recovers', async () => {
    const hook = vi.fn();
    const writing = db.write(async (tx) => {
      tx.afterCommit(hook);
      await tx.insert(counters).values({ id: 1, value: 1 });
      await endConnections(own.connection);
      await tx.insert(counters).values({ id: 2, value: 2 });
    });
    await expect(writing).rejects.toBeInstanceOf(DatabaseAway);
    expect(hook).not.toHaveBeenCalled();
    // The pool may still hold another cut connection.
    await vi.waitFor(() => db.write(nothing), 20_000);
    expect(await valueOf(1)).toBeUndefined();
  });

  test('idle connections closed by the server harm nobody', async () => {
    await Promise.all([db.write(nothing), db.write(nothing), db.write(nothing)]);
    await endConnections(own.connection);
    await vi.waitFor(() => db.write(nothing), 20_000);
  });

  test.each([
    ['a port where nobody listens', { host: '127.0.0.1', port: 1 }],
    ['a socket that is not there', { host: '/nowhere/at-all', port: 5432 }],
    ['a name nobody has', { host: 'database.invalid', port: 5432 }],
  ])('%s', async (_, place) => {
    const lost = openDatabase({ ...place, user: 'u', database: 'd' }, { log });
    await expect(lost.probe(one)).rejects.toBeInstanceOf(DatabaseAway);
    await expect(lost.write(nothing)).rejects.toBeInstanceOf(DatabaseAway);
    const reading = lost
      .select()
      .from(counters)
      .then(null, (error: unknown) => error);
    expect(isDatabaseAway(await reading)).toBe(true);
    await lost.close();
  });

  test('a probe is answered while every connection of the pool is busy', async () => {
    const busy = openDatabase(own.connection, { log, maxConnections: 1 });
    await busy.write(async () => {
      expect((await busy.probe(one)).rowCount).toBe(1);
    });
    await busy.close();
  });

  test('our own bugs do not count as it', async () => {
    const failure = await db.execute(sql`select nonsense`).catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(false);
    const missing = openDatabase(connectionTo(own.connection, 'not_there'), { log });
    await expect(missing.probe(one)).rejects.not.toBeInstanceOf(DatabaseAway);
    await missing.close();
  });
});
