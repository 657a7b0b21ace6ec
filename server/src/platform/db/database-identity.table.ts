import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

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
