// npm run restore: restores a backup into the configured database. The product must not be running.
import { parseArgs } from 'node:util';

import { renewHistory } from '#server/live/epochs';
import { totalRows } from '#server/platform/backup/backup-format';
import {
  checkRestorable,
  type Restored,
  restoreBackup,
} from '#server/platform/backup/restore-backup';

import { UsageError, onDatabase, printOutcome, runWithArguments } from './command.ts';

const usage = `Usage: npm run restore -- FILE [--replace] [--keep-schema]

Restores a backup into the configured database, which must be empty and not in use.
--replace deletes what it holds first.
--keep-schema keeps the schema of an older backup, so that its version can start on it.
If anything fails, nothing changes.`;

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'keep-schema': { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || file === '' || more.length > 0) throw new UsageError();
  return { file, isReplacing: values.replace, keepsSchema: values['keep-schema'] };
}

function describe(restored: Restored, boards: number): string {
  const { header, migrated, isOlder, skipped } = restored;
  return [
    `Restored ${totalRows(restored)} rows of ${header.made_at}.`,
    ...(migrated.length > 0
      ? [`Migrated from the schema ${header.schema}: ${migrated.join(', ')}.`]
      : []),
    ...(isOlder
      ? [
          `The schema is still ${header.schema}: start the version that made it. A newer one migrates it.`,
        ]
      : []),
    ...(skipped.length > 0
      ? [`Skipped, because they are not tables of Wentwell: ${skipped.join(', ')}.`]
      : []),
    `${boards} ${boards === 1 ? 'board has' : 'boards have'} a new epoch: open pages reload them.`,
  ].join('\n');
}

async function restore({ file, isReplacing, keepsSchema }: Options): Promise<string> {
  // Check the file before opening or creating a database.
  const checked = await checkRestorable(file);
  return onDatabase(async ({ connection }) => {
    let boards = 0;
    const restored = await restoreBackup(connection, {
      file,
      checked,
      isReplacing,
      keepsSchema,
      async finish(db) {
        boards = await renewHistory(db);
      },
    });
    return describe(restored, boards);
  }, 'alone');
}

await runWithArguments(usage, readOptions, (options) => printOutcome(() => restore(options)));
