import type { UserId } from '@wentwell/contract/ids';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** Server-chosen ids and counts in a response that a retry could not find again. Contains no user text. */
export type Kept = Readonly<Record<string, unknown>>;

/** Written in a change's transaction and kept for 24 hours, so that retries have no effect (docs/api.md A-31). */
export const receipts = pgTable(
  'receipts',
  {
    userId: uuid().$type<UserId>().notNull(),
    key: text().notNull(),
    /** SHA-256 over method, path and body. The same key with another request is rejected. */
    requestHash: text().notNull(),
    /** The status of the first response. Null while the change is running. */
    firstStatus: integer(),
    kept: jsonb().$type<Kept>(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('receipts_created').on(table.createdAt),
  ],
);
