import { index, integer, pgTable, text, primaryKey } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Counts wrong passwords, per account and per account and network address. Shared by all nodes. */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** The hash of the login address, alone or with the network address. */
    accountHash: text().primaryKey(),
    /** The hash of the login address in both kinds of rows, so that a new password resets all counts. */
    ownerHash: text(),
    failures: integer().notNull(),
    /** Start of the count. The count resets when the first failure and the last wait are old. */
    firstAt: instant().notNull(),
    /** Until then, even the right password is rejected. */
    waitUntil: instant(),
  },
  (table) => [
    index('login_failures_first').on(table.firstAt),
    index('login_failures_owner').on(table.ownerHash),
  ],
);

/** Network addresses of recent logins, hashed with the user's id. */
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
