import type { MeetingId } from '@wentwell/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

import { hasHistory } from './board-columns.ts';

/** Every change writes this row, so it is kept apart from the ten times wider meeting. A trigger inserts it. */
export const boardHeads = pgTable(
  'board_heads',
  {
    meetingId: uuid().$type<MeetingId>().primaryKey(),
    /** Counts the board's changes, under the lock of the meeting's row. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Changes when history does, and begins at `epochSeq` (null: it is the first). */
    epoch: uuid()
      .notNull()
      .default(sql`gen_random_uuid()`),
    epochSeq: bigint({ mode: 'number' }),
    /** Bytes added to the history in the hour that began at `historySince`. */
    historyBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** No change is more than an hour newer. `historyCleared` if the history was deleted since. */
    historySince: instant().notNull().defaultNow(),
  },
  (table) => [
    // Its value stays for an hour of changes, so that these need not write the index.
    index('board_heads_history').on(table.historySince).where(hasHistory(table.historySince)),
  ],
);
