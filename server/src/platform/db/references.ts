// Counts rows and dangling references, in case foreign keys were disabled or files are damaged.
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Database, Queries } from '#server/platform/db/database';
import { ownTableRule } from '#server/platform/db/own-tables';

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

/** Describes every dangling reference, on one snapshot of the database. */
export async function checkReferences(
  db: Database,
): Promise<{ checks: number; orphans: string[] }> {
  return db.snapshot(async (queries) => {
    const { rows } = await queries.execute(readForeignKeys);
    const isOwn = await ownTableRule(queries);
    const ofBoards = await queries.execute(readTeamsOfBoards);
    const found = z.array(ForeignKey).parse([...rows, ...ofBoards.rows]);
    const references = [...found.filter(({ from }) => isOwn(from)), ...furtherReferences];
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

const Table = z.object({ name: z.string(), quoted: z.string() });

/** Row counts of Wentwell's tables, on one snapshot. */
export async function countRows(db: Database): Promise<{ table: string; rows: number }[]> {
  return db.snapshot(async (queries) => {
    const { rows } = await queries.execute(sql`
      select table_name::text as name, quote_ident(table_name) as quoted
      from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
    const counts: { table: string; rows: number }[] = [];
    const isOwn = await ownTableRule(queries);
    for (const { name, quoted } of z.array(Table).parse(rows)) {
      if (!isOwn(name)) continue;
      const counted = await queries.execute(
        sql.raw(`select count(*) as count from public.${quoted}`),
      );
      counts.push({ table: name, rows: Count.parse(counted.rows[0]).count });
    }
    return counts;
  });
}
