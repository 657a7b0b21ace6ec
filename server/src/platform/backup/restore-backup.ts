// Restores a backup in one transaction: all or nothing.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection, Queries } from '#server/platform/db/database';
import { appliedMigrations, applyMigrations, schemaState } from '#server/platform/db/migrate';
import { areKnown, migratedTables, tablesByOwner, tablesOf } from '#server/platform/db/own-tables';

import { accountsOf } from './accounts.ts';
import { closeBackupConnection, openBackupConnection } from './backup-connection.ts';
import { BackupError, type BackupSummary, quoted, type TableHeader } from './backup-format.ts';
import { copiedTables, copySettings } from './copied-tables.ts';
import { checkBackup, readBackup } from './read-backup.ts';

// Drops keys and indexes while loading: building them once afterwards is faster than updating them per row.
const KeyOrIndex = z.object({ drop: z.string(), build: z.string() });

// Foreign keys are dropped first and created last, because they depend on the referenced keys.
const selectKeysAndIndexes = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as build,
    contype = 'f' as refers
  from pg_constraint where contype in ('f', 'p', 'u') and conrelid = any($1::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by refers desc`;

/** Runs in the caller's transaction. A row that violates a key fails it. */
async function loadInBulk<Result>(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query(selectKeysAndIndexes, [tables]);
  const all = z.array(KeyOrIndex).parse(rows);
  const setTriggers = async (state: 'enable' | 'disable') => {
    for (const table of tables) await client.query(`alter table ${table} ${state} trigger user`);
  };
  for (const { drop } of all) await client.query(drop);
  // The backup already contains the rows that triggers add, and some triggers need keys.
  await setTriggers('disable');
  const result = await load();
  await setTriggers('enable');
  for (const { build } of all.toReversed()) await client.query(build);
  return result;
}

export interface RestoreOptions {
  file: string;
  /** The result of `checkRestorable` for this file. */
  checked: BackupSummary;
  /** Allows replacing existing data. */
  isReplacing: boolean;
  /** Keeps an older schema, so that its program version can start. */
  keepsSchema: boolean;
  /** Runs in the same transaction after loading, on the final schema. */
  finish(db: Queries): Promise<void>;
}

export interface Restored extends BackupSummary {
  /** The migrations applied to the older backup. */
  migrated: string[];
  isOlder: boolean;
  /** Tables in the file that are not Wentwell's. */
  skipped: string[];
}

/** Does not access the database. Throws a BackupError if the file is incomplete or from a newer version. */
export async function checkRestorable(file: string): Promise<BackupSummary> {
  const checked = await checkBackup(file);
  const { migrations, program, schema } = checked.header;
  if (!(await areKnown(migrations))) {
    throw new BackupError(
      `the backup was made by a newer version of Wentwell (${program}, schema ${schema}): use that one`,
    );
  }
  const tables = await tablesOf(new Set(migrations));
  const missing = [...tables].filter((table) => !Object.hasOwn(checked.trailer.rows, table));
  if (missing.length > 0) {
    throw new BackupError(`${file} is not whole: it lacks the tables ${missing.join(', ')}`);
  }
  return checked;
}

const Others = z.object({ count: z.coerce.number() });

const productConnections = ['wentwell', 'wentwell health', 'wentwell migrations'];

/** Running nodes would write during the restore, and cache boards that no longer exist. */
async function requireNoConnections(client: pg.Client, names = productConnections): Promise<void> {
  const { rows } = await client.query(
    `select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = any($1)`,
    [names],
  );
  const { count } = Others.parse(rows[0]);
  if (count === 0) return;
  throw new BackupError(
    `Wentwell is running on this database (${count} connections): stop all its nodes first`,
  );
}

/** Recreating our tables drops tables with the same names, including names of later migrations. */
async function requireNoForeignTables(db: Queries): Promise<void> {
  const dropped = await migratedTables();
  const taken = (await tablesByOwner(db)).others.filter((name) => dropped.has(name));
  if (taken.length === 0) return;
  throw new BackupError(
    `the database holds tables of another product under names of ours (${taken.join(', ')}): choose an empty one`,
  );
}

async function requireEmpty(db: Queries): Promise<void> {
  if ((await accountsOf(db)).count === 0) return;
  throw new BackupError(
    'the database holds accounts already. Choose an empty one; or --replace deletes what it holds, for good',
  );
}

async function requireNoNewerSchema(db: Queries): Promise<void> {
  if (await areKnown(await appliedMigrations(db))) return;
  throw new BackupError(
    'the database was made by a newer version of Wentwell: restore with that one, or into another database',
  );
}

/** Recreates the tables with the schema of the backup's version. */
async function createTables(db: Queries, through: number): Promise<void> {
  const names = [...(await migratedTables())].map((name) => `public.${quoted(name)}`);
  await db.execute(sql.raw(`drop table if exists ${names.join(', ')}`));
  await db.execute(sql`drop table if exists drizzle.__drizzle_migrations`);
  await applyMigrations(db, { through });
}

async function fillTable(
  client: pg.Client,
  { table, columns }: TableHeader,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const names = columns.map(quoted).join(', ');
  // A migration may have inserted rows.
  await client.query(`delete from public.${quoted(table)}`);
  const target = client.query(copyFrom(`copy public.${quoted(table)} (${names}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), target);
}

/** Restores a checked backup in one transaction. Throws a BackupError if the database is in use or not empty. */
export async function restoreBackup(
  connection: DatabaseConnection,
  { file, checked, isReplacing, keepsSchema, finish }: RestoreOptions,
): Promise<Restored> {
  const client = await openBackupConnection(connection, { name: 'wentwell restore' });
  const db = drizzle(client);
  try {
    await client.query(copySettings);
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await requireNoConnections(client);
    await requireNoNewerSchema(db);
    await requireNoForeignTables(db);
    if (!isReplacing) await requireEmpty(db);
    await client.query('begin');
    await createTables(db, Math.max(...checked.header.migrations));
    // Finds nodes that checked the schema before these locks. Later ones wait for the transaction.
    await requireNoConnections(client, ['wentwell', 'wentwell health']);
    const own = new Set((await copiedTables(client)).tables.map(({ table }) => table));
    const skipped: string[] = [];
    const names = [...own].map((name) => `public.${quoted(name)}`);
    const read = await loadInBulk(client, names, () =>
      readBackup(file, {
        async onTable(table, rows) {
          if (own.has(table.table)) return fillTable(client, table, rows);
          skipped.push(table.table);
          for await (const chunk of rows) void chunk;
        },
      }),
    );
    if (read.trailer.sha256 !== checked.trailer.sha256) {
      throw new BackupError(`${file} was changed while it was restored: nothing was`);
    }
    const migrated = keepsSchema ? [] : await applyMigrations(db);
    await finish(db);
    const isOlder = (await schemaState(db)) === 'older';
    await client.query('commit');
    // Updates the planner's statistics now instead of at the next autovacuum.
    await client.query('analyze').catch(() => undefined);
    return { ...read, migrated, isOlder, skipped };
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  } finally {
    await closeBackupConnection(client);
  }
}
