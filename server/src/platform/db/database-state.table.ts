import { integer, pgTable, text, uuid, bigint } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** One row: the PostgreSQL that the data was last seen on, and the era of its history (docs/failover.md). */
export const databaseIdentity = pgTable('database_identity', {
  id: integer().primaryKey().default(1),
  /** A new one with each renewal: what was known of the database in another era may have been lost. */
  era: uuid().notNull().defaultRandom(),
  renewals: integer().notNull().default(0),
  /** Both null until a node has seen the database, or where it tells neither. */
  systemIdentifier: text(),
  timeline: text(),
  /** When a node found that changes may have been lost. */
  lostAt: instant(),
});

/** One row: the oldest program that may run here. Migrations that remove what older programs use raise it. */
export const schemaFloor = pgTable('schema_floor', {
  id: integer().primaryKey(),
  /** The time of that migration in `migrations/meta/_journal.json`. */
  oldestMigration: bigint({ mode: 'number' }).notNull(),
  /** Its version, for people. */
  oldestProgram: text().notNull(),
});

/** One row that every health check writes, because only a write proves that the database takes writes. */
export const healthProbe = pgTable('health_probe', {
  id: integer().primaryKey(),
  /** Fills a page: its rows are deleted as they are made. */
  padding: text(),
  checkedAt: instant().notNull().defaultNow(),
});
