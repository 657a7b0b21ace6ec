// Identifies Wentwell's tables, because a database may contain tables of other products.
import { readFile } from 'node:fs/promises';

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

/** Whether a table is Wentwell's. If a newer version has migrated the database, all tables count. */
export async function ownTableRule(db: Queries): Promise<(name: string) => boolean> {
  const applied = new Set(await appliedMigrations(db));
  const known = new Set((await knownMigrations()).map(({ when }) => when));
  if (![...applied].every((when) => known.has(when))) return () => true;
  const made = await migratedTables(applied);
  return (name) => made.has(name);
}
