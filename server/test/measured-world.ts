// The product over a database of any size, counting the blocks that each statement reads.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { pino } from 'pino';
import { z } from 'zod';

import { buildApp } from '#server/app';
import { readConfig } from '#server/config';
import { renewEpochs } from '#server/live/epochs';
import { memoryBus } from '#server/platform/bus/bus';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/db/database';
import { DatabaseIdentity } from '#server/platform/db/database-identity';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { migrateDatabase } from '#server/platform/db/migrate';
import { hashSecret } from '#server/platform/secrets';
import { seedOf, uuidOf } from '#test/measured-rows';

const Statement = z.object({ text: z.string(), blocks: z.coerce.number() });
/** A statement with the 8 KB blocks that it read, from memory or disk. */
export type Statement = z.infer<typeof Statement>;

export interface Call {
  /** The caller's number. */
  as: number;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
}

export interface MeasuredWorld extends AsyncDisposable {
  /** Marks a row as deleted yesterday. */
  markDeleted(table: string, id: string): Promise<void>;
  /** Runs SQL on the rows, then collects statistics. */
  change(statements: string): Promise<void>;
  /** Rejects unless the call succeeds. */
  call(call: Call): Promise<void>;
  /** Runs the hourly jobs. */
  runHousekeeping(): Promise<void>;
  /** Blocks read by the statements of the work, largest first. */
  readBy(work: () => Promise<void>): Promise<Statement[]>;
}

// Column names of the extension.
const counted = `select query as text, shared_blks_hit + shared_blks_read as blocks
  from pg_stat_statements join pg_database on oid = dbid where datname = 'wentwell' order by 2 desc`;

/** A world with this many notes. Its server is not durable and accepts no sockets. */
export async function buildMeasuredWorld(notes: number): Promise<MeasuredWorld> {
  await using started = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wentwell-measured-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o755);
  const log = pino({ level: 'silent' });
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { shared_preload_libraries: 'pg_stat_statements', fsync: 'off', autovacuum: 'off' },
  });
  started.defer(stop);
  async function connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({ ...connection, database });
    await client.connect();
    started.defer(() => client.end());
    return client;
  }
  await migrateDatabase(connection, { log });
  const client = await connect(connection.database);
  await client.query(seedOf(notes));
  await client.query('vacuum analyze');
  await client.query('create database counts');
  const counts = await connect('counts');
  await counts.query('create extension pg_stat_statements');
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const db = openDatabase(connection, { log, versionFloor: () => identity.versionFloor });
  started.defer(() => db.close());
  const bus = memoryBus();
  const app = await buildApp({
    config: readConfig({ RATE_LIMITS: 'off', DEMO: 'off', PORT: '0' }),
    db,
    identity,
    bus,
    redis: null,
    clock: systemClock,
    log,
    siteFolder: '/nowhere',
  });
  started.defer(() => app.close());
  await app.http.ready();
  const running = started.move();
  const tokens = new Map<number, string>();

  async function signIn(user: number): Promise<string> {
    const [token, session] = [randomUUID(), randomUUID()];
    await client.query(
      `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [session, uuidOf('user', user)],
    );
    await client.query('insert into session_tokens (token_hash, session_id) values ($1, $2)', [
      hashSecret(token),
      session,
    ]);
    tokens.set(user, token);
    return token;
  }

  return {
    async markDeleted(table, id) {
      await client.query(
        `update ${table} set deleted_at = now() - interval '1 day' where id = '${id}'`,
      );
    },
    async change(statements) {
      await client.query(statements);
      await client.query('vacuum analyze');
    },
    async call({ as, method, path: url, body: payload }) {
      const token = tokens.get(as) ?? (await signIn(as));
      const { statusCode, body } = await app.http.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
      if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${body}`);
    },
    runHousekeeping: () => app.housekeeping.runAll(),
    async readBy(work) {
      await counts.query('select pg_stat_statements_reset()');
      await work();
      return z.array(Statement).parse((await counts.query(counted)).rows);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
