// The columns that the live channel needs in the meetings table. It writes them by the table's name, so that it does not
// depend on the feature.
import type { TeamId } from '@wentwell/contract/ids';
import { bigint, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/**
 * `seq` counts a board's changes under the row's lock; `epoch` changes when history does, and begins at `epochSeq` (null:
 * it is the first). `historyBytes` is what was added to the history in the hour that began at `historySince`.
 */
export const boardColumns = {
  seq: bigint({ mode: 'number' }).notNull().default(0),
  epoch: uuid().notNull(),
  epochSeq: bigint({ mode: 'number' }),
  historyBytes: bigint({ mode: 'number' }).notNull().default(0),
  historySince: instant().notNull().defaultNow(),
};

/**
 * The team of the row's meeting, so that the rows of a team can lie together. No foreign key: it would cost each change
 * of a board a look-up. The meeting is the row's parent, and a trigger of the database moves the rows with it.
 */
export function ofBoardTeam() {
  return uuid().$type<TeamId>().notNull();
}
