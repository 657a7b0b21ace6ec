import { index, integer, pgTable, text, primaryKey } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Wrong passwords by address tried, and by that and the network address. In the database, for all nodes. */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** The hash of the address, or of the address and where it was tried from. */
    accountHash: text().primaryKey(),
    /** The hash of the address in both kinds of row, so that a new password forgets them all. */
    ownerHash: text(),
    failures: integer().notNull(),
    /** When the count began; it starts anew once the first failure and the last wait are old. */
    firstAt: instant().notNull(),
    /** Until then even the right password is refused. */
    waitUntil: instant(),
  },
  (table) => [
    index('login_failures_first').on(table.firstAt),
    index('login_failures_owner').on(table.ownerHash),
  ],
);

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
