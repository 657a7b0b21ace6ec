import type { TeamId } from '@wentwell/contract/ids';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { uuid } from 'drizzle-orm/pg-core';

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
