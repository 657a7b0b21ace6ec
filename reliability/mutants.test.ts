// The simulator itself is tested by faults that are put in on purpose: it finds each within so many seeds. Here a few
// of them, other ones in each run; `npm run chaos -- --mutants` hunts them all.
import { expect, inject, test } from 'vitest';

import { mutants } from './mutants.ts';
import { runWorker } from './run-worker.ts';
import { randomOf } from './simulator/random.ts';

const share = 3;
const seeds = 60;
const patience = 100_000;

const random = randomOf(Date.now());
/** Those that take long to find are left to the whole hunt. */
const chosen = mutants
  .filter(({ isShy }) => isShy !== true)
  .map((mutant) => ({ mutant, place: random.next() }))
  .toSorted((a, b) => a.place - b.place)
  .slice(0, share);

test.each(chosen)('is found: $mutant.name', { timeout: 2 * patience }, async ({ mutant }) => {
  let violation: string | null = null;
  const until = Date.now() + patience;
  const job = { firstSeed: 1, stride: 1, seeds, steps: 150, until, mutant: mutant.name };
  await runWorker(inject('testPostgres'), job, (report) => {
    violation = report.violation;
  });
  expect(violation).not.toBeNull();
});
