import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * Wrong passwords of late for an address that was tried, known or not: one row for the address alone and one for
 * each network address that it was tried from. In the database, so that every node counts the same.
 */
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
