/** Once per run, for all projects: a PostgreSQL with a migrated template that test files copy. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import type { DatabaseConnection } from '#server/platform/db/database';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { migrateDatabase } from '#server/platform/db/migrate';
import { connectionTo, dropTestDatabases, runSql, type TestPostgres } from '#test/postgres';

const log = pino({ level: 'silent' });

interface RunDatabase {
  provided: TestPostgres;
  end(): Promise<void>;
}

declare global {
  /** Every project loads its own instance of this module. */
  var databaseOfTestRun: { users: number; made: Promise<RunDatabase> } | undefined;
}

/** Created for the first project, and removed after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ofRun = (globalThis.databaseOfTestRun ??= { users: 0, made: makeDatabase() });
  ofRun.users += 1;
  const { provided, end } = await ofRun.made;
  project.provide('testPostgres', provided);
  return async () => {
    ofRun.users -= 1;
    if (ofRun.users > 0) return;
    globalThis.databaseOfTestRun = undefined;
    await end();
  };
}

/** Uses the server of DATABASE_URL, or starts one for the run, whose databases end with its folder. */
async function makeDatabase(): Promise<RunDatabase> {
  const url = process.env['DATABASE_URL'];
  const template = `wentwell_test_${randomUUID().slice(0, 8)}`;
  const server = url ? givenPostgres(url, template) : await startTemporaryPostgres();
  const end = () => server.stop();
  try {
    await runSql(server.connection, `create database "${template}"`);
    await migrateDatabase(connectionTo(server.connection, template), { log });
  } catch (error) {
    await end();
    throw error;
  }
  return { provided: { connection: server.connection, template }, end };
}

function givenPostgres(url: string, template: string): TestServer {
  const connection = { connectionString: url };
  return { connection, stop: () => dropTestDatabases(connection, template) };
}

interface TestServer {
  connection: DatabaseConnection;
  stop(): Promise<void>;
}

async function startTemporaryPostgres(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wentwell-test-'));
  // Test data need not survive a power failure.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
