// The simulator itself is tested by faults that are put in on purpose: it finds each with the seed that is known to, or,
// where the product has changed since, with one soon after. `npm run chaos -- --mutants` hunts from the first seed on.
import { expect, inject, test } from 'vitest';

import { mutants } from './mutants.ts';
import { runWorker } from './run-worker.ts';

const seeds = 60;
const patience = 100_000;

test.each(mutants)('is found: $name', { timeout: 2 * patience }, async ({ name, foundBy }) => {
  let violation: string | null = null;
  const until = Date.now() + patience;
  const job = { firstSeed: foundBy, stride: 1, seeds, steps: 150, until, mutant: name };
  await runWorker(inject('testPostgres'), job, (report) => {
    violation = report.violation;
  });
  expect(violation).not.toBeNull();
});
