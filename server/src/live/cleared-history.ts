// A cleared history has a `historySince` before every change.
import { sql, type SQLWrapper } from 'drizzle-orm';

/** The `historySince` of a board whose history was deleted. */
export const historyCleared = sql`'1970-01-01T00:00:00Z'`;

/** The condition of the index on it: PostgreSQL uses the index only for the same words. */
export function hasHistory(historySince: SQLWrapper) {
  return sql`${historySince} > '1970-01-02T00:00:00Z'`;
}
