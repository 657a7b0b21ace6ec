import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * One row: the oldest program that may run on this schema, named by the newest migration that it knows. A migration
 * that takes away what older programs use raises it; those that only add leave it alone.
 */
export const schemaFloor = pgTable('schema_floor', {
  id: integer().primaryKey(),
  /** The time of that migration in `migrations/meta/_journal.json`. */
  oldestMigration: bigint({ mode: 'number' }).notNull(),
  /** Its version, for people. */
  oldestProgram: text().notNull(),
});
