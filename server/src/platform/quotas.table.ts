import { integer, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** How often something was done since the beginning of its window, for whom it is limited. */
export const quotas = pgTable('quotas', {
  /** A hash of what is counted and for whom. */
  name: text().primaryKey(),
  used: integer().notNull(),
  since: instant().notNull(),
});
