import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** From which network addresses a person has logged in of late, as hashes that differ from person to person. */
export const loginSources = pgTable(
  'login_sources',
  {
    userId: ofUser(),
    sourceHash: text().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sourceHash] }),
    index('login_sources_last').on(table.lastAt),
  ],
);
