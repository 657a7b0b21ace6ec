// A database that has lost changes uses their versions again, while somebody may still hold an entity tag of the lost ones
// (docs/api.md A-33). So the versions of each era begin above those of the era before.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import type { Tx } from './database.ts';

export const versionsPerEra = 1_000_000;

export function nextVersion(tx: Pick<Tx, 'versionFloor'>, version: number): number {
  return Math.max(version, tx.versionFloor) + 1;
}

/** The same for a column. */
export function nextVersionOf(tx: Pick<Tx, 'versionFloor'>, version: SQLWrapper): SQL {
  return sql`greatest(${version}, ${tx.versionFloor}::int) + 1`;
}
