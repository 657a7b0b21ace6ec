// Selects the tables of a backup and their restore order.
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { z } from 'zod';

import { tablesByOwner } from '#server/platform/db/own-tables';

import { BackupError, type TableHeader } from './backup-format.ts';

/** Fixes the text format independent of server settings, and disables timeouts for large tables. */
export const copySettings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set client_encoding = 'UTF8'`;

const Table = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  refers_to: z.array(z.string()),
});
type Table = z.infer<typeof Table>;

// Omits generated columns, which are recomputed.
const readTables = `
  select c.relname as "table",
    array(select attname::text from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid) as refers_to
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

export interface CopiedTables {
  /** Wentwell's tables, sorted so that referenced tables come first: managed PostgreSQL cannot disable foreign keys. */
  tables: TableHeader[];
  /** Names of tables that belong to another product. */
  leftOut: string[];
}

/** The tables to back up and restore. */
export async function copiedTables(client: pg.Client): Promise<CopiedTables> {
  const { rows } = await client.query(readTables);
  const present = z.array(Table).parse(rows);
  const { own } = await tablesByOwner(drizzle(client));
  return {
    tables: sortByReference(present.filter(({ table }) => own.includes(table))),
    leftOut: present.flatMap(({ table }) => (own.includes(table) ? [] : table)),
  };
}

function sortByReference(tables: readonly Table[]): TableHeader[] {
  const waiting = new Map(tables.map((each) => [each.table, each]));
  const ordered: TableHeader[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refers_to }) =>
      refers_to.every((name) => !waiting.has(name)),
    );
    if (ready.length === 0) {
      throw new BackupError(
        `tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`,
      );
    }
    for (const { table, columns } of ready) {
      waiting.delete(table);
      ordered.push({ table, columns });
    }
  }
  return ordered;
}
