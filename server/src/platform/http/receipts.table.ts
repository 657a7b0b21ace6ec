import type { UserId } from '@wentwell/contract/ids';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { instant, jsonVersion } from '#server/platform/db/columns';

/**
 * What a request with an Idempotency-Key was answered, stored in the transaction of its change and kept for
 * 24 hours: the same request again gets the same answer and changes nothing (docs/api.md A-31).
 */
export const receipts = pgTable(
  'receipts',
  {
    userId: uuid().$type<UserId>().notNull(),
    key: text().notNull(),
    /** SHA-256 over method, address and body: the same key with another request is refused. */
    requestHash: text().notNull(),
    status: integer().notNull(),
    /** The body, and the version that its ETag named; null while the change is under way. */
    body: jsonb().$type<{ body: unknown; version?: number }>(),
    bodyVersion: jsonVersion(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('receipts_created').on(table.createdAt),
  ],
);
