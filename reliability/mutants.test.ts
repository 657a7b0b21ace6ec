// Tests the simulator itself: it must find each fault that is put in on purpose. `npm run chaos -- --mutants` searches
// longer.
import { inject, test } from 'vitest';

import { findMutant } from './find-mutant.ts';
import { mutants } from './mutants.ts';

const search = { workers: 2, seeds: 80, timeoutMs: 240_000 };

test.concurrent.for(mutants)(
  'is found: $name',
  { timeout: 2 * search.timeoutMs },
  async (mutant, { expect }) => {
    const report = await findMutant(inject('testPostgres'), mutant, search);
    expect(report?.violation ?? null, 'it survived').not.toBeNull();
    if (report !== null && report.seed !== mutant.foundBy) {
      process.stderr.write(`${mutant.name}: found by seed ${report.seed}, not ${mutant.foundBy}\n`);
    }
  },
);
