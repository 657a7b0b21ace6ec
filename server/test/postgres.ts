// Test databases: copies of the migrated template.
import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';
import { z } from 'zod';

import type { DatabaseConnection } from '#server/platform/db/database';

/** The server of this run, and its template database. */
export interface TestPostgres {
  connection: DatabaseConnection;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

export interface TestDatabase extends AsyncDisposable {
  connection: DatabaseConnection;
  drop(): Promise<void>;
}

/** Creates a database with all tables and no rows; `await using` or `drop()` removes it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testPostgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await runSql(connection, `create database "${name}" template "${template}"`);
  const drop = () => dropDatabase(connection, name);
  return { connection: connectionTo(connection, name), drop, [Symbol.asyncDispose]: drop };
}

/** A copy with the same rows. The original must have no connections. */
export async function copyDatabase({ connection }: TestDatabase): Promise<TestDatabase> {
  const { connection: server } = inject('testPostgres');
  const { database } = new pg.Client(connection);
  const name = `${database}_copy`;
  await runSql(server, `create database "${name}" template "${database}"`);
  const drop = () => dropDatabase(server, name);
  return { connection: connectionTo(server, name), drop, [Symbol.asyncDispose]: drop };
}

/** Changes with the schema, its version, or a database setting. */
const schemaMark = `
  select concat_ws(' ',
    (select concat(count(*), ':', max(oid::bigint)) from pg_class where relpersistence = 'p'),
    (select concat(count(*), ':', max(oid::bigint)) from pg_trigger),
    (select concat(count(*), ':', max(oid::bigint)) from pg_proc),
    (select count(*) from pg_attribute),
    (select concat(count(*), ':', max(created_at)) from drizzle.__drizzle_migrations),
    (select count(*) from pg_db_role_setting)) as mark`;

/** Deletes in any order: as a replica the server checks no foreign keys. Truncating would rewrite every table. */
const deleteAllRows = `
  do $$
  declare each record;
  begin
    set local session_replication_role = replica;
    for each in
      select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop
      execute format('delete from %s', each.name);
    end loop;
  end $$`;

interface ReusableDatabase extends TestDatabase {
  template: string;
  mark: string;
}

const idle: ReusableDatabase[] = [];

/**
 * A database like `createTestDatabase`'s, or one released by an earlier test: emptying takes a fiftieth of copying.
 * `release` drops it if the test has changed its schema. `empty` resets it for reuse, and throws if it cannot.
 */
export async function acquireTestDatabase() {
  const { template } = inject('testPostgres');
  const known = idle.findIndex((each) => each.template === template);
  const database = idle.splice(known, known < 0 ? 0 : 1)[0] ?? (await createReusable(template));
  return {
    connection: database.connection,
    release: () => release(database),
    empty: (run: RunStatement) => empty(database, run),
  };
}

/** Runs a statement in one database. */
export type RunStatement = (statement: string) => Promise<{ rows: unknown[] }>;

async function empty({ mark }: ReusableDatabase, run: RunStatement): Promise<void> {
  await run(deleteAllRows);
  const { rows } = await run(schemaMark);
  if (Mark.parse(rows[0]).mark !== mark) throw new Error('changed schema');
}

async function createReusable(template: string): Promise<ReusableDatabase> {
  const database = await createTestDatabase();
  return { ...database, template, mark: await readMark(database.connection) };
}

async function release(database: ReusableDatabase): Promise<void> {
  try {
    // One connection for all three, because opening one takes longer than the work. Connections left by a test could hold a
    // lock.
    await withConnection(database.connection, async (client) => {
      await client.query(endOthers);
      await empty(database, (statement) => client.query(statement));
    });
    idle.push(database);
  } catch {
    // The test has altered it, or DATABASE_URL's user may not act as a replica.
    await database.drop();
  }
}

const Mark = z.object({ mark: z.string() });

async function readMark(connection: DatabaseConnection): Promise<string> {
  const [row] = await runSql(connection, schemaMark);
  return Mark.parse(row).mark;
}

/** Drops the run's remaining copies and the template. */
export async function dropTestDatabases(
  server: DatabaseConnection,
  template: string,
): Promise<void> {
  const rows = await runSql(
    server,
    `select datname as name from pg_database where datname like '${template}%'`,
  );
  for (const { name } of z.array(z.object({ name: z.string() })).parse(rows)) {
    await dropDatabase(server, name);
  }
}

/** Drops a database with its connections. */
export async function dropDatabase(server: DatabaseConnection, name: string): Promise<void> {
  await runSql(server, `drop database if exists "${name}" with (force)`);
}

/** Runs one statement on its own connection, and returns the rows. */
export async function runSql(connection: DatabaseConnection, sql: string): Promise<unknown[]> {
  return withConnection(connection, async (client) => (await client.query(sql)).rows);
}

async function withConnection<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const endOthers = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Ends every connection to the database, like a restart of the server. */
export async function endConnections(database: DatabaseConnection): Promise<void> {
  await runSql(database, endOthers);
}

/** The same server, another database. */
export function connectionTo(server: DatabaseConnection, database: string): DatabaseConnection {
  if (server.connectionString === undefined) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
