/** A database of one's own for every test file: a copy of the migrated template. */
import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

import type { DatabaseConnection } from '#server/platform/db/database';

/** The server of this test run, and the database in it that tests copy. */
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

/** Creates a database with every table and no row; `await using` drops it, as does `drop()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testPostgres');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await runSql(connection, `create database "${name}" template "${template}"`);
  const drop = () => dropDatabase(connection, name);
  return { connection: connectionTo(connection, name), drop, [Symbol.asyncDispose]: drop };
}

/** Drops a database, with whoever is still connected to it. */
export function dropDatabase(server: DatabaseConnection, name: string): Promise<void> {
  return runSql(server, `drop database if exists "${name}" with (force)`);
}

/** Runs one statement on a connection made for it. */
export async function runSql(connection: DatabaseConnection, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function connectionTo(server: DatabaseConnection, database: string): DatabaseConnection {
  if (server.connectionString === undefined) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
