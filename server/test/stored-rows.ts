// Everything in the database, for searching and comparing.
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { TestApp } from './build-test-app.ts';

const Row = z.looseObject({});
const Tables = z.array(z.object({ name: z.string() }));

/** Every row of every table as text. */
export async function storedRows({
  db,
}: Pick<TestApp, 'db'>): Promise<{ table: string; text: string }[]> {
  const found = await db.execute(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: { table: string; text: string }[] = [];
  for (const { name } of Tables.parse(found.rows)) {
    const all = await db.execute(sql`select * from ${sql.identifier(name)} order by 1, 2`);
    rows.push(...all.rows.map((row) => ({ table: name, text: JSON.stringify(Row.parse(row)) })));
  }
  return rows;
}
