import { pgTable, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** The nodes that the bus does not reach, each until `expiresAt` by the database's clock. */
export const deafNodes = pgTable('deaf_nodes', {
  nodeId: uuid().primaryKey(),
  expiresAt: instant().notNull(),
});
