import type { UserId } from '@wentwell/contract/ids';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * The audit log: who did what, to what, when, from where (docs/api.md A-47). Only ever added to; it refers to nothing
 * by key, so that it outlives what it tells of.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    /** All zeros for the operator of the server, who is no account and comes from no address. */
    actorId: uuid().$type<UserId>().notNull(),
    action: text().notNull(),
    targetKind: text().notNull(),
    targetId: uuid().notNull(),
    /** The network address of the caller. */
    address: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [index('audit_entries_at').on(table.at)],
);
