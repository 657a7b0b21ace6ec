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
