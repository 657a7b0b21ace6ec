// npm run verify: checks a database or a backup for completeness and consistency.
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';
import { z } from 'zod';

import { checkBoards } from '#server/features/board/board-check';
import { totalRows } from '#server/platform/backup/backup-format';
import { checkRestorable } from '#server/platform/backup/restore-backup';
import type { Database, Queries } from '#server/platform/db/database';
import { tablesByOwner } from '#server/platform/db/own-tables';

import {
  CommandRefused,
  UsageError,
  printOutcome,
  runOnSchema,
  runWithArguments,
} from './command.ts';

const ForeignKey = z.object({
  from: z.string(),
  to: z.string(),
  columns: z.array(z.string()),
  targets: z.array(z.string()),
});
type ForeignKey = z.infer<typeof ForeignKey>;

const readForeignKeys = sql`
  select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to",
    array(select quote_ident(attname) from unnest(f.conkey) with ordinality k(num, place)
      join pg_attribute on attrelid = f.conrelid and attnum = num order by place) as columns,
    array(select quote_ident(attname) from unnest(f.confkey) with ordinality k(num, place)
      join pg_attribute on attrelid = f.confrelid and attnum = num order by place) as targets
  from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace
  order by 1, 2`;

/** References without a foreign key. */
const furtherReferences: readonly ForeignKey[] = [
  { from: 'board_changes', to: 'meetings', columns: ['meeting_id'], targets: ['id'] },
  { from: 'board_heads', to: 'meetings', columns: ['meeting_id'], targets: ['id'] },
];

/** Board rows store their meeting's team. Only statements ensure this; there is no foreign key. */
const readTeamsOfBoards = sql`
  select quote_ident(m.table_name) as "from", 'meetings' as "to",
    array['meeting_id', 'team_id'] as columns, array['id', 'team_id'] as targets
  from information_schema.columns m join information_schema.columns t using (table_schema, table_name)
  where table_schema = 'public' and m.column_name = 'meeting_id' and t.column_name = 'team_id'
  order by 1`;

const Count = z.object({ count: z.coerce.number() });

async function countOrphans(
  queries: Queries,
  { from, to, columns, targets }: ForeignKey,
): Promise<number> {
  const matches = columns.map((column, index) => `b.${targets[index] ?? ''} = a.${column}`);
  const given = columns.map((column) => `a.${column} is not null`);
  const { rows } = await queries.execute(
    sql.raw(`select count(*) as count from ${from} a where ${given.join(' and ')}
      and not exists (select from ${to} b where ${matches.join(' and ')})`),
  );
  return Count.parse(rows[0]).count;
}

/** Describes every dangling reference, in case foreign keys were disabled or files are damaged, on one snapshot of the database. */
async function checkReferences(db: Database): Promise<{ checks: number; orphans: string[] }> {
  return db.snapshot(async (queries) => {
    const { rows } = await queries.execute(readForeignKeys);
    const { own } = await tablesByOwner(queries);
    const ofBoards = await queries.execute(readTeamsOfBoards);
    const found = z.array(ForeignKey).parse([...rows, ...ofBoards.rows]);
    const references = [...found.filter(({ from }) => own.includes(from)), ...furtherReferences];
    const orphans: string[] = [];
    for (const reference of references) {
      const count = await countOrphans(queries, reference);
      const { from, to, columns } = reference;
      if (count > 0) {
        const lost = count === 1 ? '1 row refers' : `${count} rows refer`;
        orphans.push(
          `Table ${from}: ${lost} by ${columns.join(', ')} to ${to} that are not there.`,
        );
      }
    }
    return { checks: references.length, orphans };
  });
}

/** Row counts of Wentwell's tables, on one snapshot. */
async function countRows(db: Database): Promise<{ table: string; rows: number }[]> {
  return db.snapshot(async (queries) => {
    const counts: { table: string; rows: number }[] = [];
    for (const table of (await tablesByOwner(queries)).own) {
      const { rows } = await queries.execute(
        sql`select count(*) as count from public.${sql.identifier(table)}`,
      );
      counts.push({ table, rows: Count.parse(rows[0]).count });
    }
    return counts;
  });
}

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
