import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

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
