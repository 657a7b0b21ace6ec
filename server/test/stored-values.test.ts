// JSON stored by earlier versions is readable with the present schemas.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Outcomes } from '@wentwell/contract/actions/outcomes';
import { Scores } from '@wentwell/contract/check-in/check-in-scores';
import { Discussion } from '@wentwell/contract/discussion/discussion';
import { SettingsUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { MeetingSettings } from '@wentwell/contract/meetings/meetings';
import { Column } from '@wentwell/contract/notes/columns';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { ImportedCounts } from '#server/features/notes/notes.table';
import { createTestDatabase, runSql } from '#test/postgres';

const file = path.join(import.meta.dirname, '../../contract/src/testing/stored-values/1.json');
const values = z
  .record(z.string(), z.array(z.unknown()).min(1))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

it.each<[string, z.ZodType]>([
  ['settings', MeetingSettings],
  ['columns', Column],
  ['template_settings', SettingsUpdate],
  ['discussions', Discussion],
  ['imported_counts', ImportedCounts],
  ['scores', Scores],
  ['outcomes', Outcomes],
])('%s of the first version are readable', (kind, schema) => {
  for (const value of values[kind] ?? expect.unreachable(kind)) {
    expect(schema.parse(value)).toMatchObject(Object(value));
  }
});

// Deleting a row looks for references: without an index it reads their whole table (docs/performance.md).
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
