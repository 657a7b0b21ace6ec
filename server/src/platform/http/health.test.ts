// /health/ready reports the product's real state.
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { memoryBus } from '#server/platform/bus/bus';
import { chooseServerAccount } from '#server/platform/db/server-account';
import { programVersion } from '#server/platform/program-version';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { manualClock } from '#test/manual-clock';
import { runSql } from '#test/postgres';
import { raiseFloor } from '#test/schema-floor';

async function readiness(app: TestApp) {
  const { status, body } = await app.request('GET', '/health/ready');
  return { status, body };
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A tablespace on a small disk. */
async function smallDisk({ db }: TestApp) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-disk-'));
  opened.defer(() => rm(folder, { recursive: true }));
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  opened.defer(async () => void (await promisify(execFile)('umount', [folder])));
  const account = await chooseServerAccount('/nowhere');
  if (account) await chown(folder, account.uid, account.gid);
  const name = path.basename(folder);
  await db.execute(sql.raw(`create tablespace "${name}" location '${folder}'`));
  opened.defer(async () => {
    await db.execute(sql`alter table health_probe set tablespace pg_default`);
    await db.execute(sql.raw(`drop tablespace "${name}"`));
  });
  const filler = path.join(folder, 'filler');
  const held = opened.move();
  return {
    name,
    fill: () => writeFile(filler, Buffer.alloc(4 * 1024 ** 2)).catch(() => undefined),
    free: () => rm(filler),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Time of the health check's last write, by the database. */
async function lastWrite(app: TestApp): Promise<unknown> {
  const { rows } = await app.db.execute(sql`select checked_at::text as last from health_probe`);
  return rows[0]?.['last'];
}

describe('/health/ready', () => {
  it('writes a row, at most every two seconds, and returns 200', async () => {
    const clock = manualClock(new Date());
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

  it('is 503 on a read-only database', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    await app.db.execute(
      sql`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    expect(await readiness(app)).toEqual({
      status: 503,
      body: { status: 'database is read-only' },
    });
  });

  it.skipIf(!canMount)('is 503 if no table can grow, although pages have room', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    await using disk = await smallDisk(app);
    await app.db.execute(sql`alter table health_probe set tablespace ${sql.identifier(disk.name)}`);
    expect(await readiness(app)).toEqual({ status: 200, body: { status: 'ready' } });
    await disk.fill();
    await expect.poll(() => readiness(app)).toEqual({ status: 503, body: { status: 'disk full' } });
    await disk.free();
    await expect.poll(() => readiness(app)).toMatchObject({ status: 200 });
  });

  it('is 503 on a full disk, and alive', async () => {
    await using app = await buildTestApp({}, { storeProblem: async () => 'disk full' });
    expect(await readiness(app)).toEqual({ status: 503, body: { status: 'disk full' } });
    expect(await app.request('GET', '/health/live')).toMatchObject({
      status: 200,
      body: { status: 'live', version: programVersion },
    });
  });

  it('is 503 on a schema of an incompatible newer version, and on an incomplete one', async () => {
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

  it('is 503 within two seconds if the database hangs, and asks it once at a time', async () => {
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
    await expect.poll(() => readiness(app)).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is degraded if only new connections are refused, and 503 without any', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    const { rows } = await app.db.execute<{ name: string }>(sql`select current_database() as name`);
    const name = rows[0]?.name ?? '';
    const allow = (yes: boolean) =>
      runSql(
        { ...app.connection, database: 'postgres' },
        `alter database "${name}" allow_connections ${yes}`,
      );
    const end = (which: string) =>
      runSql(
        { ...app.connection, database: 'postgres' },
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${name}' and application_name like '${which}'`,
      );
    const reason =
      'database takes no connections: this node works with the connections that it has';
    await readiness(app);
    await allow(false);
    await end('wentwell health');
    await expect
      .poll(() => readiness(app))
      .toEqual({ status: 200, body: { status: 'degraded', reasons: [reason] } });
    await end('%');
    await expect
      .poll(() => readiness(app))
      .toEqual({ status: 503, body: { status: 'database takes no connections' } });
    await allow(true);
    await expect.poll(() => readiness(app)).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('names a clock that differs from the database’s', async () => {
    const behind = /the clock of this node is [56]\d\d s behind the database's$/;
    const clock = manualClock(new Date(Date.now() - 600_000));
    const { log, lines } = collectLog('info');
    await using app = await buildTestApp({}, { clock, log });
    const named = () => lines().filter(({ msg }) => behind.test(msg)).length;
    for (const _ of ['first', 'again']) {
      const { body } = await readiness(app);
      expect(body).toEqual({ status: 'degraded', reasons: [expect.stringMatching(behind)] });
      clock.advance(3000);
    }
    expect(named()).toBe(1);
    clock.advance(594_000);
    expect(await readiness(app)).toMatchObject({ body: { status: 'ready' } });
    expect(lines().map(({ msg }) => msg)).toContain('no longer degraded');
  });

  it('stays 200 and names what is degraded', async () => {
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
