import type { TeamId } from '@wentwell/contract/ids';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

/** The head of a board as version 0.3 keeps it in the meeting's row, for the way back. Nothing else reads it. */
export const formerHeadColumns = {
  seq: bigint({ mode: 'number' }).notNull().default(0),
  epoch: uuid()
    .notNull()
    .default(sql`gen_random_uuid()`),
  epochSeq: bigint({ mode: 'number' }),
  historyBytes: bigint({ mode: 'number' }).notNull().default(0),
  historySince: instant().notNull().defaultNow(),
};

/** Copied from the meeting, so that a team's rows lie together. A trigger keeps it; a foreign key would cost a look-up. */
export function ofBoardTeam() {
  return uuid().$type<TeamId>().notNull();
}

// A cleared history has a `historySince` before every change.

/** The `historySince` of a board whose history was deleted. */
export const historyCleared = sql`'1970-01-01T00:00:00Z'`;

/** The condition of the index. PostgreSQL uses the index only if the query repeats it literally. */
export function hasHistory(historySince: SQLWrapper) {
  return sql`${historySince} > '1970-01-02T00:00:00Z'`;
}
