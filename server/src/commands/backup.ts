// npm run backup: backs up the configured database to a file. Safe while the product runs.
import path from 'node:path';
import { parseArgs } from 'node:util';

import { backupName, folderProblem, pruneBackups } from '#server/platform/backup/backup-folder';
import { totalRows } from '#server/platform/backup/backup-format';
import { recordBackupByHand } from '#server/platform/backup/last-backups';
import { type MadeBackup, makeBackup } from '#server/platform/backup/make-backup';
import { openDatabase } from '#server/platform/db/database';
import { rootCause } from '#server/platform/db/database-errors';
import { isFolder } from '#server/start-failure';

import {
  type CommandDeps,
  CommandRefused,
  UsageError,
  onDatabase,
  printOutcome,
  runWithArguments,
} from './command.ts';

const usage = `Usage: npm run backup -- FILE
       npm run backup -- FOLDER [--keep 14]

Writes a backup to FILE, which must not exist yet, or to FOLDER under the current time.
--keep N deletes all but the newest N backups of this database in FOLDER that are named so.`;

interface Options {
  place: string;
  keep: number | null;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const [place, ...more] = positionals;
  if (place === undefined || place === '' || more.length > 0) throw new UsageError();
  if (values.keep === undefined) return { place, keep: null };
  if (!/^[1-9]\d{0,4}$/.test(values.keep)) {
    throw new UsageError('--keep takes a whole number from 1 to 99999.');
  }
  return { place, keep: Number(values.keep) };
}

function describe(made: MadeBackup): string {
  const { file, bytes, header, leftOut } = made;
  const tables = Object.keys(made.trailer.rows).length;
  return [
    `Backed up to ${file}:`,
    `  ${totalRows(made)} rows of ${tables} tables, ${bytes} bytes, as of ${header.made_at}`,
    `  schema ${header.schema}`,
    ...(leftOut.length > 0
      ? [`Skipped, because they are not tables of Wentwell: ${leftOut.join(', ')}.`]
      : []),
  ].join('\n');
}

/** Returns the reason if recording fails (older schema, read-only database). The backup is valid anyway. */
async function record(made: MadeBackup, { connection, log }: CommandDeps): Promise<string[]> {
  const db = openDatabase(connection, { log, maxConnections: 1 });
  try {
    await recordBackupByHand(db, made);
    return [];
  } catch (error) {
    return [`Not recorded: ${error instanceof Error ? rootCause(error).message : String(error)}.`];
  } finally {
    await db.close();
  }
}

async function backUp({ place, keep }: Options): Promise<string> {
  const problem = keep === null ? null : await folderProblem(place);
  if (problem !== null) {
    throw new CommandRefused(`No backup was made in ${path.resolve(place)}: ${problem}.`);
  }
  const intoFolder = await isFolder(place);
  const file = intoFolder ? path.join(place, backupName(new Date())) : place;
  const { made, unrecorded } = await onDatabase(async (deps) => {
    const done = await makeBackup(deps.connection, file);
    return { made: done, unrecorded: await record(done, deps) };
  });
  if (keep === null) return [describe(made), ...unrecorded].join('\n');
  const { deleted, problems } = await pruneBackups(made, keep);
  return [
    describe(made),
    ...unrecorded,
    ...deleted.map((name) => `Deleted ${name}.`),
    ...problems.map((problem) => `Not deleted: ${problem}.`),
  ].join('\n');
}

await runWithArguments(usage, readOptions, (options) => printOutcome(() => backUp(options)));
