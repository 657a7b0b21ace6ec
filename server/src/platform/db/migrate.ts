/** Migrates a database to this version's schema. Forward only, one node at a time. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection, Queries } from '#server/platform/db/database';
import {
  isDatabaseAway,
  isDatabaseRefusing,
  rootCause,
  sqlStateOf,
  StartupError,
} from '#server/platform/db/database-errors';
import { DatabaseClient } from '#server/platform/db/database-hosts';

const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** For a server that accepts the connection but never answers, in ms. */
const connectTimeoutMs = 5000;

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});

export interface MigrateOptions {
  log: BaseLogger;
  /** The folder of the SQL files, if not drizzle-kit's default. */
  folder?: string;
  /** Called with the lock held before an existing schema is changed. An error stops the migration. */
  beforeMigrating?: () => Promise<void>;
  /** Stops the migration and rolls back uncommitted work. */
  signal?: AbortSignal;
}

/** Applies missing migrations and returns their names. Waits while another node migrates. */
export async function migrateDatabase(
  connection: DatabaseConnection,
  options: MigrateOptions,
): Promise<string[]> {
  const { log, folder = ownMigrations, beforeMigrating, signal } = options;
  // A separate connection, because a backfill may exceed the timeouts of requests.
  const client = new DatabaseClient({
    ...connection,
    application_name: 'wentwell migrations',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', (error) => log.warn({ err: error }, 'the migrating connection was lost'));
  // Ends the connection even during a statement, because the wait for another node is unlimited.
  const abort = () => void client.end();
  await client.connect();
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    const db = drizzle(client);
    if ((await missingMigrations(db, { log, folder })).length === 0) return [];
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    // The other node may have migrated in the meantime.
    const before = await missingMigrations(db, { log, folder });
    if (before.length === 0) return [];
    if ((await appliedTimes(db)).size > 0) await beforeMigrating?.();
    log.info({ migrations: before.length, last: before.at(-1) }, 'migrating the database');
    await client.query('begin');
    await applyMigrations(db, {
      folder,
      async commitAndBegin() {
        await client.query('commit');
        await client.query('begin');
      },
    });
    await client.query('commit');
    return before;
  } finally {
    signal?.removeEventListener('abort', abort);
    // Closing the session releases the lock.
    await client.end();
  }
}

/** Compares the database's schema with this program's. `ahead` is compatible: a newer version has only added to it. */
export type SchemaState = 'current' | 'older' | 'ahead' | 'newer';

export async function schemaState(db: Queries, folder = ownMigrations): Promise<SchemaState> {
  const { missing, unknown, floor } = await compareMigrations(db, folder);
  if (unknown > 0) return floor.isMet && missing.length === 0 ? 'ahead' : 'newer';
  return missing.length > 0 ? 'older' : 'current';
}

/** A statement with this comment commits the work so far, so as to hold no lock that nodes need. Its migration must be idempotent. */
const commitFirst = '-- commit first';

interface ApplyOptions {
  folder?: string;
  /** The timestamp of the last migration to apply. */
  through?: number;
  /** Commits each migration and begins a new transaction. Without it, everything runs in the open transaction. */
  commitAndBegin?(): Promise<void>;
}

/** Applies missing migrations in the open transaction. Returns their names. */
export async function applyMigrations(
  db: Queries,
  { folder = ownMigrations, through = Infinity, commitAndBegin }: ApplyOptions = {},
): Promise<string[]> {
  const entries = await readJournal(folder);
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  const applied = await appliedTimes(db);
  const newest = Math.max(0, ...applied);
  const missing = entries.filter(({ when }) => !applied.has(when) && when <= through);
  const late = missing.filter(({ when }) => when < newest);
  if (late.length > 0) {
    throw new StartupError(
      `migrations were made on two branches; generate these again: ${late.map(({ tag }) => tag).join(', ')}`,
    );
  }
  const files = new Map(
    readMigrationFiles({ migrationsFolder: folder }).map((each) => [each.folderMillis, each]),
  );
  for (const { when, tag } of missing) {
    const file = files.get(when);
    if (!file) throw new Error(`${tag} has no file`);
    try {
      for (const statement of file.sql) {
        if (commitAndBegin && statement.trimStart().startsWith(commitFirst)) {
          await commitAndBegin();
        }
        await db.execute(sql.raw(statement));
      }
    } catch (error) {
      throw explainFailure(error, tag);
    }
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${file.hash}, ${when})`);
    await commitAndBegin?.();
  }
  return missing.map(({ tag }) => tag);
}

/** Explains a migration that the database rejects. Returns other errors unchanged. */
function explainFailure(error: unknown, tag: string): unknown {
  if (!(error instanceof Error) || sqlStateOf(error) === undefined) return error;
  if (isDatabaseAway(error) || isDatabaseRefusing(error)) return error;
  const { message } = rootCause(error);
  const text = `the migration ${tag} failed: ${message}. If a version before 0.3.0 made this database, start the versions between first. Else its schema was changed: put that right, or restore a backup`;
  return new StartupError(text, { cause: error });
}

/** Timestamps of the applied migrations, ascending. Empty for an empty database. */
export async function appliedMigrations(db: Queries): Promise<number[]> {
  return [...(await appliedTimes(db))].toSorted((a, b) => a - b);
}

export function migrationFile(tag: string): string {
  return path.join(ownMigrations, `${tag}.sql`);
}

export async function knownMigrations() {
  return readJournal(ownMigrations);
}

async function compareMigrations(db: Queries, folder: string) {
  const entries = await readJournal(folder);
  const applied = await appliedTimes(db);
  const newest = Math.max(...entries.map(({ when }) => when));
  const unknown = [...applied].filter((when) => when > newest).length;
  const floor = unknown > 0 ? await readFloor(db) : null;
  return {
    missing: entries.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag),
    /** The number of applied migrations from newer versions. */
    unknown,
    floor: {
      isMet: unknown === 0 || (floor !== null && newest >= floor.migration),
      program: floor?.program ?? '',
    },
  };
}

/** The oldest compatible program: its newest migration and its version. */
async function readFloor(db: Queries): Promise<{ migration: number; program: string } | null> {
  const { rows } = await db.execute<{ migration: string; program: string }>(
    sql`select oldest_migration as migration, oldest_program as program from schema_floor`,
  );
  const [floor] = rows;
  return floor ? { migration: Number(floor.migration), program: floor.program } : null;
}

/** Names of the missing migrations. Throws if a newer version has made the database incompatible. */
async function missingMigrations(
  db: Queries,
  { log, folder }: Required<Pick<MigrateOptions, 'log' | 'folder'>>,
) {
  const { missing, unknown, floor } = await compareMigrations(db, folder);
  if (unknown === 0) return missing;
  if (floor.isMet && missing.length === 0) {
    log.warn(
      { newerMigrations: unknown },
      'a newer version of Wentwell has migrated the database; this one may run on it beside that one',
    );
    return [];
  }
  const needed = floor.program === '' ? 'that version' : `version ${floor.program} or newer`;
  throw new StartupError(
    `the database was made by a newer version of Wentwell. Start ${needed}, or restore a backup that this one made.`,
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
    // A new database lacks the table and the schema.
    const state = sqlStateOf(error);
    if (state === '42P01' || state === '3F000') return new Set();
    throw error;
  }
}
