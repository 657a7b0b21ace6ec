import { pgTable, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** No longer written, nor read. */
export const deafNodes = pgTable('deaf_nodes', {
  nodeId: uuid().primaryKey(),
  expiresAt: instant().notNull(),
});
