// What the nodes have written down of the scheduled backups.
import { and, desc, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';

import { backupRuns } from './backup-runs.table.ts';

export interface BackupRun {
  startedAt: Date;
  file: string | null;
  /** Why there is no file; null where there is one. */
  failure: string | null;
}

/** The last backup that ended, and the last that succeeded; null where there is none. */
export async function lastBackups(
  db: Queries,
): Promise<{ last: BackupRun | null; lastGood: BackupRun | null }> {
  const { startedAt, file, failure } = backupRuns;
  const hasEnded = isNotNull(backupRuns.endedAt);
  const newest = (isWanted: SQL | undefined) =>
    db
      .select({ startedAt, file, failure })
      .from(backupRuns)
      .where(isWanted)
      .orderBy(desc(startedAt))
      .limit(1);
  const [last = null] = await newest(hasEnded);
  const [lastGood = null] = await newest(and(hasEnded, isNull(failure)));
  return { last, lastGood };
}
