import { integer, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** One row that every health check writes, because only a write proves that the database takes writes. */
export const healthProbe = pgTable('health_probe', {
  id: integer().primaryKey(),
  /** Fills a page: its rows are deleted as they are made. */
  padding: text(),
  checkedAt: instant().notNull().defaultNow(),
});
