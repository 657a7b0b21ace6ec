import type { UserId } from '@wentwell/contract/ids';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { instant, jsonVersion } from '#server/platform/db/columns';

/** The ids and counts of an answer that the server chose, and that a repeat could not find again. No text of a user. */
export type Kept = Readonly<Record<string, unknown>>;

/** Written in the transaction of a change, for 24 hours: a repeated request changes nothing (docs/api.md A-31). */
export const receipts = pgTable(
  'receipts',
  {
    userId: uuid().$type<UserId>().notNull(),
    key: text().notNull(),
    /** SHA-256 over method, address and body: the same key with another request is refused. */
    requestHash: text().notNull(),
    /** The status of the first answer; null while the change is under way. */
    firstStatus: integer(),
    kept: jsonb().$type<Kept>(),
    /** Version 0.3 reads the next three: where somebody goes back to it, 0 is a key without an answer. */
    status: integer().notNull().default(0),
    body: jsonb(),
    bodyVersion: jsonVersion(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('receipts_created').on(table.createdAt),
  ],
);
