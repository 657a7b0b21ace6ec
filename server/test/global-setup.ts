/** Once a run: a PostgreSQL, and in it a migrated template that test files copy. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import type { DatabaseConnection } from '#server/platform/db/database';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { migrateDatabase } from '#server/platform/db/migrate';
import { connectionTo, dropTestDatabases, runSql } from '#test/postgres';

const log = pino({ level: 'silent' });

/** Uses the server of DATABASE_URL, or starts one that ends with the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['DATABASE_URL'];
  const server = url
    ? { connection: { connectionString: url }, stop: () => Promise.resolve() }
    : await startTemporaryPostgres();
  const template = `wentwell_test_${randomUUID().slice(0, 8)}`;
  async function teardown(): Promise<void> {
    await dropTestDatabases(server.connection, template);
    await server.stop();
  }
  try {
    await runSql(server.connection, `create database "${template}"`);
    await migrateDatabase(connectionTo(server.connection, template), { log });
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testPostgres', { connection: server.connection, template });
  return teardown;
}

interface TemporaryPostgres {
  connection: DatabaseConnection;
  stop(): Promise<void>;
}

async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wentwell-test-'));
  // Nothing of a test run need outlive a power cut.
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
