// The database's clock, because the clocks of nodes differ and one judges what another stored.
import { type SQL, sql } from 'drizzle-orm';

/** The present: the start of the transaction, or of the statement outside one. */
export const databaseNow: SQL<Date> = sql<Date>`now()`;

/** The present as a selected field, in milliseconds. */
export const databaseNowField = sql<Date>`now()`.mapWith((value: Date | string) => new Date(value));

/** The moment this many ms from now; negative for the past. */
export function fromDatabaseNow(ms: number): SQL<Date> {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`;
}
