// Makes stored rows older. Sessions, tickets and links expire by the database's clock, which tests cannot set.
import { sql } from 'drizzle-orm';

import type { TestApp } from './build-test-app.ts';

interface TimeColumn extends Record<string, unknown> {
  table_name: string;
  column_name: string;
}

/** Shifts every stored time by `ms` into the past. */
export async function ageDatabase({ db }: Pick<TestApp, 'db'>, ms: number): Promise<void> {
  const { rows } = await db.execute<TimeColumn>(
    sql`select table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'timestamp with time zone'`,
  );
  // In one transaction, so that no sweep closes a meeting that is older than its notes and action items.
  await db.write(async (tx) => {
    for (const [table, columns] of Map.groupBy(rows, (row) => row.table_name)) {
      const shifts = columns.map(({ column_name: name }) => {
        const column = sql.identifier(name);
        return sql`${column} = ${column} - make_interval(secs => ${ms / 1000}::double precision)`;
      });
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(shifts, sql`, `)}`);
    }
  });
}
