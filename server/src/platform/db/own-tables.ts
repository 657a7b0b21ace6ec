// Identifies Wentwell's tables, because a database may contain tables of other products.
import { readFile } from 'node:fs/promises';

import { sql } from 'drizzle-orm';

import type { Queries } from './database.ts';
import { appliedMigrations, knownMigrations, migrationFile } from './migrate.ts';

const created = /CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/gi;
const dropped = /DROP TABLE (?:IF EXISTS )?"(\w+)"/gi;

async function tablesIn(statement: RegExp, times?: ReadonlySet<number>): Promise<Set<string>> {
  const migrations = await knownMigrations();
  const selected = migrations.filter(({ when }) => times?.has(when) ?? true);
  const texts = await Promise.all(selected.map(({ tag }) => readFile(migrationFile(tag), 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(statement)]);
  return new Set(found.flatMap(([, name]) => name ?? []));
}

/** Tables created by this program's migrations, or only by those in `times`. */
export async function migratedTables(times?: ReadonlySet<number>): Promise<Set<string>> {
  return tablesIn(created, times);
}

export async function tablesOf(times: ReadonlySet<number>): Promise<Set<string>> {
  const droppedTables = await tablesIn(dropped, times);
  return new Set([...(await migratedTables(times))].filter((name) => !droppedTables.has(name)));
}

/** Whether this program has all these migrations. */
export async function areKnown(times: readonly number[]): Promise<boolean> {
  const known = new Set((await knownMigrations()).map(({ when }) => when));
  return times.every((when) => known.has(when));
}

/** Names of Wentwell's tables and of others. If a newer version has migrated the database, all are Wentwell's. */
export async function tablesByOwner(db: Queries): Promise<Record<'own' | 'others', string[]>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const names = rows.map(({ name }) => name);
  const applied = await appliedMigrations(db);
  if (!(await areKnown(applied))) return { own: names, others: [] };
  const made = await migratedTables(new Set(applied));
  const isOwn = (name: string) => made.has(name);
  return { own: names.filter(isOwn), others: names.filter((name) => !isOwn(name)) };
}
