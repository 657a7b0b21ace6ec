// Records of past backups: scheduled and manual.
import { randomUUID } from 'node:crypto';

import { and, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';

import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import { backupRuns } from './backup-runs.table.ts';
import type { MadeBackup } from './make-backup.ts';

/** Node name of manual backups. */
export const byHand = 'npm run backup';

export interface BackupRun {
  startedAt: Date;
  /** Ms since `startedAt`. */
  age: number;
  file: string | null;
  /** The error message. Null if there is a file. */
  failure: string | null;
}

/** The last finished backup and the last successful one, or null. */
export async function lastBackups(
  db: Queries,
): Promise<{ last: BackupRun | null; lastGood: BackupRun | null }> {
  const { startedAt, file, failure } = backupRuns;
  const age = sql`extract(epoch from now() - ${startedAt}) * 1000`.mapWith(Number);
  const hasEnded = isNotNull(backupRuns.endedAt);
  const newest = (condition: SQL | undefined) =>
    db
      .select({ startedAt, age, file, failure })
      .from(backupRuns)
      .where(condition)
      .orderBy(desc(startedAt))
      .limit(1);
  const [last = null] = await newest(hasEnded);
  const [lastGood = null] = await newest(and(hasEnded, isNull(failure)));
  return { last, lastGood };
}

/** Records a manual backup. It clears the failure of a scheduled one but does not count as a scheduled one. */
export async function recordBackupByHand(db: Queries, made: MadeBackup): Promise<void> {
  const { file, bytes, header } = made;
  await db.insert(backupRuns).values({
    id: randomUUID(),
    node: byHand,
    startedAt: new Date(header.made_at),
    endedAt: databaseNow,
    file,
    bytes,
  });
}

/** Null if the database does not answer. */
export async function hasFailedBackup(db: Pick<Database, 'probe'>): Promise<boolean | null> {
  const read = db.probe((queries) => lastBackups(queries));
  return read.then(
    ({ last }) => last !== null && last.failure !== null,
    () => null,
  );
}
