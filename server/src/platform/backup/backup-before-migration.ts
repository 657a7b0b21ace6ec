import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import type { BaseLogger } from 'pino';

import type { DatabaseConnection } from '#server/platform/db/database';
import { StartupError } from '#server/platform/db/database-errors';

import { accountsOf } from './accounts.ts';
import { closeBackupConnection, openBackupConnection } from './backup-connection.ts';
import { backupName, folderProblem, pruneBackups } from './backup-folder.ts';
import { BackupError } from './backup-format.ts';
import { makeBackup } from './make-backup.ts';

interface BackupBeforeMigration {
  /** Undefined: no backup is made. */
  beforeMigration: string | undefined;
  keep: number;
  log: BaseLogger;
  signal?: AbortSignal;
}

/** The caller must hold the migration lock. Throws a StartupError on failure, so that the migration does not run. */
export async function backUpBeforeMigration(
  connection: DatabaseConnection,
  { beforeMigration: folder, keep, log, signal }: BackupBeforeMigration,
): Promise<void> {
  if (!(await hasAccounts(connection))) return;
  if (folder === undefined) {
    log.warn(
      'the database is migrated without a backup: see BACKUP_DIR and BACKUP_BEFORE_MIGRATION',
    );
    return;
  }
  try {
    await makeFolder(folder);
    const file = path.join(folder, backupName(new Date(), 'before-migration'));
    const options = { isMigrating: true, ...(signal && { signal }) };
    const made = await makeBackup(connection, file, options);
    const { bytes, header } = made;
    log.info({ file, bytes, schema: header.schema }, 'backed up before migrating');
    const { problems } = await pruneBackups(made, keep, 'before-migration');
    if (problems.length > 0) log.warn({ folder, problems }, 'not all old backups were deleted');
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (!(error instanceof BackupError)) throw error;
    throw new StartupError(
      `the database must be migrated, and is not without a backup: ${error.message}. ` +
        'Mend that, or set BACKUP_BEFORE_MIGRATION=off',
      { cause: error },
    );
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = (await folderProblem(folder)) ?? String(error);
    throw new BackupError(`no backup was made in ${folder}: ${reason}`, { cause: error });
  }
}

async function hasAccounts(connection: DatabaseConnection): Promise<boolean> {
  const client = await openBackupConnection(connection);
  try {
    return (await accountsOf(drizzle(client))).count > 0;
  } finally {
    await closeBackupConnection(client);
  }
}
