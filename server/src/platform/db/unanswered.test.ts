// A missing synchronous standby: PostgreSQL answers no COMMIT until it is back.
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import { openDatabase } from '#server/platform/db/database';
import { DatabaseAway } from '#server/platform/db/database-errors';
import { migrateDatabase } from '#server/platform/db/migrate';
import { buildTestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { freePort } from '#test/free-port';
import { startProductProcess } from '#test/product-process';
import { startReplicatedPostgres } from '#test/replicated-postgres';

it('leaves no more sessions than the pool has, is named, and loses nothing', async () => {
  await using postgres = await startReplicatedPostgres({ synchronous_standby_names: 'standby' });
  const { primary, standby } = postgres;
  const { connection } = primary;
  const { log, lines } = collectLog('warn');
  await migrateDatabase(connection, { log });
  const db = openDatabase(connection, { log, maxConnections: 4, answerTimeoutMs: 300 });
  await db.execute(sql`create table counters (value int)`);
  await primary.sql('create database fresh');
  await standby.kill();
  const write = () => db.write((tx) => tx.execute(sql`insert into counters values (1)`));
  for (let round = 0; round < 3; round += 1) {
    const statement = () => db.execute(sql`insert into counters values (1)`);
    const changes = Array.from({ length: 5 }, () => [write(), statement()]).flat();
    for (const { status } of await Promise.allSettled(changes)) expect(status).toBe('rejected');
    await expect(write()).rejects.toBeInstanceOf(DatabaseAway);
  }
  expect((await db.execute(sql`select 1`)).rowCount).toBe(1);
  const sessions = `select 1 from pg_stat_activity where application_name = 'wentwell' and wait_event = 'SyncRep'`;
  const held = (await primary.sql(sessions)).length;
  expect(held).toBe(2);
  await using app = await buildTestApp({}, { beside: { connection } });
  const readiness = async () => (await app.request('GET', '/health/ready')).body;
  await expect.poll(readiness).toEqual({ status: 'commits wait for a synchronous standby' });
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining('wait for a synchronous standby') }),
  );
  const port = await freePort();
  const starting = startProductProcess({
    port,
    env: () => ({
      DATABASE_URL: `postgres://wentwell@127.0.0.1:${primary.port}/fresh`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'retro@example.com',
    }),
  });
  const startsAs = () =>
    fetch(`http://localhost:${port}/health/ready`).then(
      (answer) => answer.json(),
      () => null,
    );
  await expect
    .poll(startsAs)
    .toEqual({ status: 'starting: commits wait for a synchronous standby' });
  await standby.start();
  const product = await starting;
  expect(product.output()).toContain('the start waits: commits wait');
  await product.stop();
  await vi.waitFor(write, 10_000);
  expect(await db.execute(sql`select value from counters`)).toMatchObject({ rowCount: held + 1 });
  await expect.poll(readiness).toEqual({ status: 'ready' });
  await db.close();
});
