/** Brings a database to the schema of this version; forward only, by one node at a time. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection, Queries } from '#server/platform/db/database';
import { sqlStateOf } from '#server/platform/db/database-errors';
import { StartupError } from '#server/platform/db/startup-error';

const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** For a server that takes the connection and then says nothing, in ms. */
const connectTimeoutMs = 5000;

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});

export interface MigrateOptions {
  log: BaseLogger;
  /** Where the SQL files are, if not where drizzle-kit puts ours. */
  folder?: string;
  /** Stops the migration: what is not committed is rolled back. */
  signal?: AbortSignal;
}

/** Applies what is missing and gives its names, waiting for another node that is at it; quick when nothing is. */
export async function migrateDatabase(
  connection: DatabaseConnection,
  options: MigrateOptions,
): Promise<string[]> {
  const { log, folder = ownMigrations, signal } = options;
  // A connection of its own: a backfill may take longer than a request is allowed to.
  const client = new pg.Client({
    ...connection,
    application_name: 'wentwell migrations',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', (error) => log.warn({ err: error }, 'the migrating connection was lost'));
  // Ends the connection in the midst of a statement, too: another node may be waited for, which takes as long as it takes.
  const giveUp = () => void client.end();
  await client.connect();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    const db = drizzle(client);
    if ((await missingMigrations(db, folder)).length === 0) return [];
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    // The node that was waited for may have done it.
    const before = await missingMigrations(db, folder);
    log.info({ migrations: before }, 'migrating the database');
    await migrate(db, { migrationsFolder: folder });
    const after = await missingMigrations(db, folder);
    if (after.length > 0) {
      // Drizzle passes over a migration that is older than the newest applied one.
      throw new StartupError(
        `migrations were made on two branches; generate these again: ${after.join(', ')}`,
      );
    }
    return before;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    // The lock goes with the session.
    await client.end();
  }
}

/** How the schema of a database compares with the one that this program was written for. */
export type SchemaState = 'current' | 'older' | 'newer';

/** Compares the applied migrations with those of this program. */
export async function schemaState(db: Queries, folder = ownMigrations): Promise<SchemaState> {
  const { missing, isNewer } = await compareMigrations(db, folder);
  if (isNewer) return 'newer';
  return missing.length > 0 ? 'older' : 'current';
}

async function compareMigrations(db: Queries, folder: string) {
  const entries = await readJournal(folder);
  const applied = await appliedTimes(db);
  const newest = Math.max(...entries.map(({ when }) => when));
  return {
    missing: entries.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag),
    isNewer: [...applied].some((when) => when > newest),
  };
}

/** The names of the missing migrations. Throws where a newer program has migrated the database already. */
async function missingMigrations(db: Queries, folder: string): Promise<string[]> {
  const { missing, isNewer } = await compareMigrations(db, folder);
  if (!isNewer) return missing;
  throw new StartupError(
    'the database was made by a newer version of Wentwell. Start that version, or restore a backup that this one made.',
  );
}

async function readJournal(folder: string): Promise<z.infer<typeof journalSchema>['entries']> {
  const file = path.join(folder, 'meta/_journal.json');
  try {
    return journalSchema.parse(JSON.parse(await readFile(file, 'utf8'))).entries;
  } catch (error) {
    throw new StartupError(`${file} cannot be read: run npm run db:generate`, { cause: error });
  }
}

async function appliedTimes(db: Queries): Promise<Set<number>> {
  try {
    const { rows } = await db.execute<{ created_at: string }>(
      sql`select created_at from drizzle.__drizzle_migrations`,
    );
    return new Set(rows.map((row) => Number(row.created_at)));
  } catch (error) {
    // A new database has no such table, and no such schema.
    const state = sqlStateOf(error);
    if (state === '42P01' || state === '3F000') return new Set();
    throw error;
  }
}
