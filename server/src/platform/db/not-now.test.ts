// Temporary PostgreSQL errors give 503 with Retry-After and change nothing.
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { openDatabase } from '#server/platform/db/database';
import { DatabaseAway } from '#server/platform/db/database-errors';
import { migrateDatabase } from '#server/platform/db/migrate';
import { buildBoard } from '#test/board-scene';
import { type Answer, buildTestApp, fileApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { freePort } from '#test/free-port';
import { connectionTo, runSql } from '#test/postgres';
import { startProductProcess } from '#test/product-process';
import { startReplicatedPostgres } from '#test/replicated-postgres';

// Canceled statements, locks, standbys, full disks and others, and a conflict that outlasts every retry.
const states = `57014 55P03 25006 25P03 53100 53200 53300 53400 58030 57P01 57P02 57P03 40001 40P01`;

const app = await fileApp({}, { hasTimeouts: true });

function expectNotNow(answer: Answer): void {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('a database error of the kind "not now" is answered 503 and changes nothing', async () => {
  const board = await buildBoard(app);
  for (const state of states.split(' ')) {
    await app.db.execute(
      sql.raw(`create or replace function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'not now' using errcode = '${state}'; end $$`),
    );
    await app.db.execute(
      sql`create trigger refuse before insert on board_changes execute function refuse()`,
    );
    expectNotNow(await app.post(board.owner, `${board.path}/notes`, { content: 'A note' }));
    await app.db.execute(sql`drop trigger refuse on board_changes`);
  }
  expect((await app.get(board.owner, `${board.path}/notes`)).body).toEqual([]);
});

/** Writes on a board, and a connection to its database beside the product. */
async function fromAside(own: TestApp) {
  const board = await buildBoard(own);
  const name = String(
    (await own.db.execute(sql`select current_database()`)).rows[0]?.['current_database'],
  );
  const aside = connectionTo(own.connection, 'postgres');
  return {
    board,
    name,
    aside,
    write: () => own.post(board.owner, `${board.path}/notes`, { content: 'A note' }),
    endSessions: () =>
      runSql(
        aside,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
  };
}

it('a database repaired or restored while the product runs is answered 503, and used again once it is there', async () => {
  await using own = await buildTestApp();
  const { write, name, aside, endSessions } = await fromAside(own);
  await runSql(aside, `alter database "${name}" with allow_connections false`);
  await endSessions();
  await expect.poll(async () => (await write()).status).toBe(503);
  await runSql(aside, `alter database "${name}" rename to "${name}_gone"`);
  expectNotNow(await write());
  await runSql(aside, `alter database "${name}_gone" rename to "${name}"`);
  await runSql(aside, `alter database "${name}" with allow_connections true`);
  await own.db.execute(sql`alter table notes rename to notes_gone`);
  expectNotNow(await write());
  await own.db.execute(sql`alter table notes_gone rename to notes`);
  expect((await write()).status).toBe(201);
});

it('a temporarily read-only database is answered 503, and written to once it is writable, over whatever connections exist', async () => {
  await using own = await buildTestApp({}, { isNew: true });
  const { board, write, name, aside, endSessions } = await fromAside(own);
  await runSql(aside, `alter database "${name}" set default_transaction_read_only = on`);
  await endSessions();
  await expect
    .poll(async () => (await own.db.execute(sql`show transaction_read_only`)).rows)
    .toEqual([{ transaction_read_only: 'on' }]);
  expectNotNow(await write());
  await runSql(aside, `alter database "${name}" reset default_transaction_read_only`);
  await expect.poll(async () => (await write()).status).toBe(201);
  expect((await own.get(board.owner, `${board.path}/notes`)).body).toHaveLength(1);
});

describe('a node that stops during a change', () => {
  it('blocks its board only for the idle-transaction timeout', async () => {
    const board = await buildBoard(app);
    await using stopped = await buildTestApp({}, { beside: app, hasTimeouts: true });
    const holds = Promise.withResolvers<void>();
    const wakes = Promise.withResolvers<void>();
    const change = stopped.db.write(async (tx) => {
      await tx.update(meetings).set({ name: 'Never' }).where(eq(meetings.id, board.meeting.id));
      holds.resolve();
      await wakes.promise;
      await tx.execute(sql`select 1`);
    });
    const failed = expect(change).rejects.toBeInstanceOf(DatabaseAway);
    await holds.promise;
    const body = { content: 'Written all the same' };
    const answer = await app.post(board.owner, `${board.path}/notes`, body);
    expect(answer.status).toBe(201);
    expect(Note.parse(answer.body).content).toBe(body.content);
    wakes.resolve();
    await failed;
  });

  it('is awaited only for a limited time: 503, while another board accepts changes', async () => {
    const [held, free] = [await buildBoard(app), await buildBoard(app)];
    // A session that the product's limits do not end.
    const holder = new pg.Client(app.connection);
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from meetings where id = $1 for update', [held.meeting.id]);
    const write = (board: typeof held) => {
      return app.post(board.owner, `${board.path}/notes`, { content: 'A note' });
    };
    // More than there are connections.
    const waiting = Array.from({ length: 15 }, () => write(held));
    let isHeld = true;
    void Promise.race(waiting).then(() => (isHeld = false));
    expect((await write(free)).status).toBe(201);
    expect(isHeld).toBe(true);
    for (const answer of await Promise.all(waiting)) expectNotNow(answer);
    await holder.query('rollback');
    await holder.end();
    expect((await write(held)).status).toBe(201);
  });
});

// A missing synchronous standby: PostgreSQL answers no COMMIT until it is back.
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
