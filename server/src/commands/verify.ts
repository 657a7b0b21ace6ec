// npm run verify: checks a database or a backup for completeness and consistency.
import { parseArgs } from 'node:util';

import { checkBoards } from '#server/features/board/board-check';
import { totalRows } from '#server/platform/backup/backup-format';
import { checkRestorable } from '#server/platform/backup/restore-backup';
import type { Database } from '#server/platform/db/database';
import { checkReferences, countRows } from '#server/platform/db/references';

import {
  CommandRefused,
  UsageError,
  printOutcome,
  runOnSchema,
  runWithArguments,
} from './command.ts';

const usage = `Usage: npm run verify
       npm run verify -- FILE

Checks the configured database, even while the product runs on it, or a backup.`;

/** Long, because queries scan whole tables. */
const statementTimeoutMs = 600_000;

async function verifyFile(file: string): Promise<string> {
  const checked = await checkRestorable(file);
  const { header, trailer } = checked;
  return [
    `${file} is a complete backup from ${header.made_at}, made by ${header.program} with schema ${header.schema}:`,
    ...Object.entries(trailer.rows).map(([table, rows]) => `  ${table}: ${rows}`),
    `${totalRows(checked)} rows, checksum ${trailer.sha256}`,
  ].join('\n');
}

async function verifyDatabase(db: Database): Promise<string> {
  const { checks, orphans } = await checkReferences(db);
  const boards = await checkBoards(db);
  const problems = [...orphans, ...boards.problems];
  if (problems.length > 0) throw new CommandRefused(problems.join('\n'));
  const counts = await countRows(db);
  return [
    ...counts.map(({ table, rows }) => `  ${table}: ${rows}`),
    `Every row that another refers to is there (${checks} references).`,
    `${boards.checked} ${boards.checked === 1 ? 'board agrees' : 'boards agree'} with the history.`,
    ...(boards.withoutHistory > 0
      ? [`${boards.withoutHistory} could not be compared with a complete history.`]
      : []),
  ].join('\n');
}

/** The backup file. Null: check the database. */
function readFile(): string | null {
  const [file = null, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (file === '' || more.length > 0) throw new UsageError();
  return file;
}

await runWithArguments(usage, readFile, (file) =>
  file === null
    ? runOnSchema(verifyDatabase, {
        statementTimeoutMs,
        idleInTransactionTimeoutMs: statementTimeoutMs,
      })
    : printOutcome(() => verifyFile(file)),
);
