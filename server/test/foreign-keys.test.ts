// Deleting a row looks for references: without an index it reads their whole table (docs/performance.md).
import { expect, it } from 'vitest';

import { createTestDatabase, runSql } from '#test/postgres';

it('every foreign key has an index that begins with its columns', async () => {
  await using database = await createTestDatabase();
  const bare = await runSql(
    database.connection,
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as key from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indisvalid
          and conkey @> (indkey::int2[])[0:cardinality(conkey) - 1]
          and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
      order by 1`,
  );
  expect(bare).toEqual([]);
});
