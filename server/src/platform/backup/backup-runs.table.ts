import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** All backups, scheduled and manual. Nodes use the scheduled ones to decide when the next is due. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid().primaryKey(),
    node: text().notNull(),
    startedAt: instant().notNull().defaultNow(),
    /** Null while the backup runs, and if its node died. */
    endedAt: instant(),
    file: text(),
    bytes: bigint({ mode: 'number' }),
    /** The error message. Null if there is a file. */
    failure: text(),
  },
  (table) => [index('backup_runs_started').on(table.startedAt)],
);
