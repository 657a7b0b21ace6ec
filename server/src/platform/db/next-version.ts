// Versions of an era start above those before, because somebody may hold tags of lost ones (docs/api.md A-33).
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
