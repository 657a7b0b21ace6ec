// npm run restore: puts a backup into the database of the settings, on which nothing may run meanwhile.
import { parseArgs } from 'node:util';

import { renewEpochs } from '#server/live/epochs';
import { totalRows } from '#server/platform/backup/backup-format';
import {
  checkRestorable,
  type Restored,
  restoreBackup,
} from '#server/platform/backup/restore-backup';

import { onDatabase, printOutcome, printUsage } from './command.ts';

const usage = `Usage: npm run restore -- FILE [--replace]

Restores a backup into the database of the settings, which must be empty and not in use.
--replace deletes what it holds first. Where anything fails, nothing has changed.`;

interface Options {
  file: string;
  isReplacing: boolean;
}

function readOptions(): Options | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || file === '' || more.length > 0) return null;
    return { file, isReplacing: values.replace };
  } catch {
    return null;
  }
}

function describe(restored: Restored, boards: number): string {
  const { header, migrated, skipped } = restored;
  return [
    `Restored ${totalRows(restored)} rows of ${header.made_at}.`,
    ...(migrated.length > 0
      ? [`Migrated from the schema of ${header.program}: ${migrated.join(', ')}.`]
      : []),
    ...(skipped.length > 0
      ? [`Left out, being none of Wentwell's tables: ${skipped.join(', ')}.`]
      : []),
    `${boards} ${boards === 1 ? 'board has' : 'boards have'} a new epoch: open pages fetch them anew.`,
  ].join('\n');
}

async function restore({ file, isReplacing }: Options): Promise<string> {
  // Before a database is opened, or made.
  const checked = await checkRestorable(file);
  return onDatabase(async ({ connection }) => {
    let boards = 0;
    const restored = await restoreBackup(connection, {
      file,
      checked,
      isReplacing,
      async finish(db) {
        boards = await renewEpochs(db);
      },
    });
    return describe(restored, boards);
  }, 'alone');
}

const options = readOptions();
if (options) await printOutcome(() => restore(options));
else printUsage(usage);
