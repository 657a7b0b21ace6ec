import { integer, pgTable, text, uuid, bigint } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** One row: the PostgreSQL server last seen, and the era of its history (docs/failover.md). */
export const databaseIdentity = pgTable('database_identity', {
  id: integer().primaryKey().default(1),
  /** Changes with each renewal. Knowledge from earlier eras may be outdated. */
  era: uuid().notNull().defaultRandom(),
  renewals: integer().notNull().default(0),
  /** Both null until a node has checked the database, or if PostgreSQL does not reveal them. */
  systemIdentifier: text(),
  timeline: text(),
  /** When a node detected a possible loss of changes. */
  lostAt: instant(),
});

/** One row: the oldest compatible program version. Migrations that remove anything used by older versions raise it. */
export const schemaFloor = pgTable('schema_floor', {
  id: integer().primaryKey(),
  /** The timestamp of that migration in `migrations/meta/_journal.json`. */
  oldestMigration: bigint({ mode: 'number' }).notNull(),
  /** Its version, for error messages. */
  oldestProgram: text().notNull(),
});

/** One row, written by every health check, because only a write proves that the database accepts writes. */
export const healthProbe = pgTable('health_probe', {
  id: integer().primaryKey(),
  /** Fills more than half a page. These rows are deleted immediately. */
  padding: text(),
  checkedAt: instant().notNull().defaultNow(),
});
