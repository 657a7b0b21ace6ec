// Fills tables without their keys and indexes: those are sorted once afterwards, which costs less than a place for each row.
import type pg from 'pg';
import { z } from 'zod';

const KeyOrIndex = z.object({ drop: z.string(), build: z.string() });

// Foreign keys go first and come last: they need those that they refer to.
const selectKeysAndIndexes = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as build,
    contype = 'f' as refers
  from pg_constraint where contype in ('f', 'p', 'u') and conrelid = any($1::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by refers desc`;

/** In the transaction of the caller. A row that breaks a key ends it. */
export async function loadInBulk<Result>(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query(selectKeysAndIndexes, [tables]);
  const all = z.array(KeyOrIndex).parse(rows);
  const setTriggers = async (state: 'enable' | 'disable') => {
    for (const table of tables) await client.query(`alter table ${table} ${state} trigger user`);
  };
  for (const { drop } of all) await client.query(drop);
  // A backup has the rows that they add, and some rely on keys.
  await setTriggers('disable');
  const result = await load();
  await setTriggers('enable');
  for (const { build } of all.toReversed()) await client.query(build);
  return result;
}
