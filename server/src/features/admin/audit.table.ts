import type { UserId } from '@wentwell/contract/ids';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** Append-only (docs/api.md A-47). Without foreign keys, so that entries outlive the rows they refer to. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    /** All zeros for the server's operator, who has no account. */
    actorId: uuid().$type<UserId>().notNull(),
    action: text().notNull(),
    targetKind: text().notNull(),
    targetId: uuid().notNull(),
    address: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [
    index('audit_entries_at').on(table.at),
    index('audit_entries_actor').on(table.actorId, table.at),
    index('audit_entries_action').on(table.action, table.at),
    index('audit_entries_target').on(table.targetId),
    index('audit_entries_notes')
      .on(table.targetId)
      .where(sql`${table.targetKind} = 'notes'`),
  ],
);
