import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * Wrong passwords of late, by the hash of the address that was tried, known or not (quality.md 31). In the
 * database, so that every node counts the same.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    accountHash: text().primaryKey(),
    failures: integer().notNull(),
    /** When the count began; it starts anew once the first failure and the last wait are old. */
    firstAt: instant().notNull(),
    /** Until then even the right password is asked to wait. */
    waitUntil: instant(),
  },
  (table) => [index('login_failures_first').on(table.firstAt)],
);
