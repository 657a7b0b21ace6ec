import { integer, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** Usage of a quota since the start of its window. */
export const quotas = pgTable('quotas', {
  /** A hash of the quota's name. */
  name: text().primaryKey(),
  used: integer().notNull(),
  since: instant().notNull(),
});
