// The database's clock. Nodes have different clocks and compare each other's stored times.
import { type SQL, sql } from 'drizzle-orm';

/** The start of the transaction, or of the statement outside one. */
export const databaseNow: SQL<Date> = sql<Date>`now()`;

/** The same as a selected field, in milliseconds. */
export const databaseNowField = sql<Date>`now()`.mapWith((value: Date | string) => new Date(value));

/** A time this many ms from now; negative for the past. */
export function fromDatabaseNow(ms: number): SQL<Date> {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`;
}
