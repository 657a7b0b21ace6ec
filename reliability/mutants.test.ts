// The simulator itself is tested by faults that are put in on purpose: it must find each. `npm run chaos -- --mutants`
// looks longer.
import { inject, test } from 'vitest';

import { findMutant } from './find-mutant.ts';
import { mutants } from './mutants.ts';

const hunt = { workers: 2, seeds: 80, patience: 240_000 };

test.concurrent.for(mutants)(
  'is found: $name',
  { timeout: 2 * hunt.patience },
  async (mutant, { expect }) => {
    const report = await findMutant(inject('testPostgres'), mutant, hunt);
    expect(report?.violation ?? null, 'it survived').not.toBeNull();
    if (report !== null && report.seed !== mutant.foundBy) {
      process.stderr.write(`${mutant.name}: found by seed ${report.seed}, not ${mutant.foundBy}\n`);
    }
  },
);
