import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** One row: the oldest program that may run here. Migrations that remove what older programs use raise it. */
export const schemaFloor = pgTable('schema_floor', {
  id: integer().primaryKey(),
  /** The time of that migration in `migrations/meta/_journal.json`. */
  oldestMigration: bigint({ mode: 'number' }).notNull(),
  /** Its version, for people. */
  oldestProgram: text().notNull(),
});
