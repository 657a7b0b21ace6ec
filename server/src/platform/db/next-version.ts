// Versions of a new era start above all earlier ones, because clients may hold ETags of lost versions (docs/api.md
//
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import type { Tx } from './database.ts';

export const versionsPerEra = 1_000_000;

/** `nextVersion` of the contract as SQL. */
export function nextVersionOf(tx: Pick<Tx, 'versionFloor'>, version: SQLWrapper): SQL {
  return sql`greatest(${version}, ${tx.versionFloor}::int) + 1`;
}
