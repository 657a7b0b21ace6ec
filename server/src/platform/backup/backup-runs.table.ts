import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** The backups, scheduled ones and those made by hand. By the former the nodes agree on when the next is due. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid().primaryKey(),
    node: text().notNull(),
    startedAt: instant().notNull().defaultNow(),
    /** Null while it is made, and where its node died. */
    endedAt: instant(),
    file: text(),
    bytes: bigint({ mode: 'number' }),
    /** Why there is no file; null where there is one. */
    failure: text(),
  },
  (table) => [index('backup_runs_started').on(table.startedAt)],
);
