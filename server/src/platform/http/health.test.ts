// Whether /health/ready says what is so, on the product as it is.
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { memoryBus } from '#server/platform/bus/memory-bus';
import { programVersion } from '#server/platform/program-version';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { manualClock } from '#test/manual-clock';
import { runSql } from '#test/postgres';
import { raiseFloor } from '#test/schema-floor';

async function readiness(app: TestApp) {
  const { status, body } = await app.request('GET', '/health/ready');
  return { status, body };
}

/** When the health check wrote last, by the database. */
async function lastWrite(app: TestApp): Promise<unknown> {
  const { rows } = await app.db.execute(sql`select checked_at::text as last from health_probe`);
  return rows[0]?.['last'];
}

describe('/health/ready', () => {
  it('writes a row, at most every two seconds, and is green', async () => {
    const clock = manualClock();
    await using app = await buildTestApp({}, { clock });
    expect(await readiness(app)).toEqual({ status: 200, body: { status: 'ready' } });
    const first = await lastWrite(app);
    expect(first).toEqual(expect.any(String));
    await readiness(app);
    expect(await lastWrite(app)).toBe(first);
    clock.advance(2000);
    await readiness(app);
    expect(await lastWrite(app)).not.toBe(first);
  });

  it('is red on a read-only database', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    await app.db.execute(
      sql`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    expect(await readiness(app)).toEqual({
      status: 503,
      body: { status: 'database is read-only' },
    });
  });

  it('is red on a full disk, and lives', async () => {
    await using app = await buildTestApp({}, { storeProblem: async () => 'disk full' });
    expect(await readiness(app)).toEqual({ status: 503, body: { status: 'disk full' } });
    expect(await app.request('GET', '/health/live')).toMatchObject({
      status: 200,
      body: { status: 'live', version: programVersion },
    });
  });

  it('is red on a schema that a newer version took beyond this one, and on one that lacks something', async () => {
    const migration = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
    await using added = await buildTestApp({}, { isNew: true });
    await raiseFloor(added.db);
    await added.db.execute(sql`update schema_floor set oldest_migration = 1`);
    await added.db.execute(migration);
    expect((await readiness(added)).status).toBe(200);
    await using newer = await buildTestApp({}, { isNew: true });
    await raiseFloor(newer.db);
    await newer.db.execute(migration);
    expect(await readiness(newer)).toEqual({
      status: 503,
      body: { status: 'schema is newer than the program' },
    });
    await using older = await buildTestApp({}, { isNew: true });
    await older.db.execute(sql`delete from drizzle.__drizzle_migrations where id = 1`);
    expect(await readiness(older)).toEqual({
      status: 503,
      body: { status: 'schema is older than the program' },
    });
  });

  it('is red within two seconds where the database hangs, and asks it once at a time', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    const holder = new pg.Client(app.connection);
    await holder.connect();
    await holder.query('begin; lock table health_probe in access exclusive mode');
    const answers = [readiness(app), readiness(app), readiness(app)];
    const asking = `select 1 from pg_locks where not granted and relation = 'health_probe'::regclass`;
    await expect.poll(async () => (await holder.query(asking)).rowCount).toBe(1);
    const red = { status: 503, body: { status: 'database does not answer' } };
    expect(await Promise.all(answers)).toEqual([red, red, red]);
    await holder.query('commit');
    await holder.end();
    await expect
      .poll(() => readiness(app), { timeout: 10_000 })
      .toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is red where the database is gone, and green again when it is back', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    const { rows } = await app.db.execute<{ name: string }>(sql`select current_database() as name`);
    const name = rows[0]?.name ?? '';
    const allow = (yes: boolean) =>
      runSql(
        { ...app.connection, database: 'postgres' },
        `alter database "${name}" allow_connections ${yes}`,
      );
    await allow(false);
    expect(await readiness(app)).toMatchObject({ status: 503 });
    await allow(true);
    await expect
      .poll(() => readiness(app), { timeout: 10_000 })
      .toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('stays green and names what is degraded', async () => {
    const bus = { ...memoryBus(), healthy: () => false };
    await using app = await buildTestApp({}, { bus });
    expect(await readiness(app)).toEqual({
      status: 200,
      body: {
        status: 'degraded',
        reasons: ['Redis is away: changes reach other nodes late'],
      },
    });
  });
});
