// The columns that the live channel needs in the meetings table. It writes them by the table's name, so that it does not
// depend on the feature.
import { bigint, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * `seq` counts a board's events under the row's lock; `epoch` changes when history does. `historyBytes` is what was
 * added to the history in the hour that began at `historySince`.
 */
export const boardColumns = {
  seq: bigint({ mode: 'number' }).notNull().default(0),
  epoch: uuid().notNull(),
  historyBytes: bigint({ mode: 'number' }).notNull().default(0),
  historySince: instant().notNull().defaultNow(),
};
