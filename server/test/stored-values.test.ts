// Values that only the server knows, as each version of the program stored them: they are read by the present one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { storedScores } from '@wentwell/contract/check-in-scores';
import { storedOutcomes } from '@wentwell/contract/outcomes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { storedImportedCounts } from '#server/features/notes/notes.table';

const folder = path.join(import.meta.dirname, '../../contract/src/testing/stored-values');
const versions = readdirSync(folder).map((file) => Number(path.basename(file, '.json')));

const Values = z.object({
  imported_counts: z.array(z.unknown()).min(1),
  scores: z.array(z.unknown()).min(1),
  outcomes: z.array(z.unknown()).min(1),
});

describe.each(versions)('what version %i stored is read', (version) => {
  const text = readFileSync(path.join(folder, `${version}.json`), 'utf8');
  const { imported_counts, scores, outcomes } = Values.parse(JSON.parse(text));

  it('as what imported notes got in votes and reactions', () => {
    for (const each of imported_counts) {
      expect(storedImportedCounts.read(each, version)).toEqual(each);
    }
  });

  it('as scores, given here or imported', () => {
    for (const each of scores) expect(storedScores.read(each, version)).toEqual(each);
  });

  it('as answers whether action items helped', () => {
    for (const each of outcomes) expect(storedOutcomes.read(each, version)).toEqual(each);
  });
});
