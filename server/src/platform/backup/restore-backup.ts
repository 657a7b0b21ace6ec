// Puts a backup into a database: wholly, in one transaction, or not at all.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection, Queries } from '#server/platform/db/database';
import {
  appliedMigrations,
  applyMigrations,
  knownMigrations,
  schemaState,
} from '#server/platform/db/migrate';
import { ownTableRule, tablesMadeBy, tablesOf } from '#server/platform/db/own-tables';

import { accountsOf } from './accounts.ts';
import { closeBackupConnection, openBackupConnection } from './backup-connection.ts';
import { BackupError, type BackupSummary, quoted, type TableHeader } from './backup-format.ts';
import { copiedTables, copySettings } from './copied-tables.ts';
import { checkBackup, readBackup } from './read-backup.ts';

// Fills tables without their keys and indexes: those are sorted once afterwards, which costs less than a place for each row.
const KeyOrIndex = z.object({ drop: z.string(), build: z.string() });

// Foreign keys go first and come last: they need those that they refer to.
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

/** In the transaction of the caller. A row that breaks a key ends it. */
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
  // A backup has the rows that they add, and some rely on keys.
  await setTriggers('disable');
  const result = await load();
  await setTriggers('enable');
  for (const { build } of all.toReversed()) await client.query(build);
  return result;
}

export interface RestoreOptions {
  file: string;
  /** The answer of `checkRestorable` for it. */
  checked: BackupSummary;
  /** Whether what the database holds now may go. */
  isReplacing: boolean;
  /** Whether an older schema stays, so that its program can start on it. */
  keepsSchema: boolean;
  /** Runs in the same transaction when all rows are there, in the schema that stays. */
  finish(db: Queries): Promise<void>;
}

export interface Restored extends BackupSummary {
  /** The migrations that brought the rows of an older version to this one. */
  migrated: string[];
  isOlder: boolean;
  /** Tables of the file that are not of Wentwell. */
  skipped: string[];
}

/** Touches no database. Throws a BackupError if the file is incomplete or made by a newer program. */
export async function checkRestorable(file: string): Promise<BackupSummary> {
  const checked = await checkBackup(file);
  const { migrations, program, schema } = checked.header;
  const known = new Set((await knownMigrations()).map(({ when }) => when));
  if (!migrations.every((when) => known.has(when))) {
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

/** A running product would write into the midst of it, and remembers boards that are gone. */
async function requireNobodyElse(client: pg.Client, names = productConnections): Promise<void> {
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

/** Making our tables anew drops what has their names, those that a later migration makes included. */
async function requireNoForeign(db: Queries, client: pg.Client): Promise<void> {
  const isOwn = await ownTableRule(db);
  const dropped = await tablesMadeBy();
  const taken = (await tableNames(client)).filter((name) => dropped.has(name) && !isOwn(name));
  if (taken.length === 0) return;
  throw new BackupError(
    `the database holds tables of another product under names of ours (${taken.join(', ')}): choose an empty one`,
  );
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

async function requireEmpty(db: Queries): Promise<void> {
  if ((await accountsOf(db)).count === 0) return;
  throw new BackupError(
    'the database holds accounts already. Choose an empty one; or --replace deletes what it holds, for good',
  );
}

async function requireNoNewer(db: Queries): Promise<void> {
  const known = new Set((await knownMigrations()).map(({ when }) => when));
  if ((await appliedMigrations(db)).every((when) => known.has(when))) return;
  throw new BackupError(
    'the database was made by a newer version of Wentwell: restore with that one, or into another database',
  );
}

/** Makes the tables anew, as the version made them that wrote the backup. */
async function makeTables(db: Queries, through: number): Promise<void> {
  const names = [...(await tablesMadeBy())].map((name) => `public.${quoted(name)}`);
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
  // A migration may have put rows there.
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
    await requireNobodyElse(client);
    await requireNoNewer(db);
    await requireNoForeign(db, client);
    if (!isReplacing) await requireEmpty(db);
    await client.query('begin');
    await makeTables(db, Math.max(...checked.header.migrations));
    // A node that found its schema before these locks were taken; who comes later waits for the end.
    await requireNobodyElse(client, ['wentwell', 'wentwell health']);
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
    // The planner knows nothing of the new rows; it finds out by itself later otherwise.
    await client.query('analyze').catch(() => undefined);
    return { ...read, migrated, isOlder, skipped };
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  } finally {
    await closeBackupConnection(client);
  }
}
