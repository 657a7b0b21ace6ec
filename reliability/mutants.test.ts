// Tests the simulator itself: it must find each fault that is put in on purpose. `npm run chaos -- --mutants` searches
// longer, and stores the seeds.
import { afterAll, beforeAll, inject, test } from 'vitest';

import { findMutant, knownSeeds } from './find-mutant.ts';
import { mutants } from './mutants.ts';
import { SeedWorker } from './seed-worker.ts';

const search = { seeds: 80, timeoutMs: 240_000 };

/** As many as tests run at once. */
const workerCount = 2;
let workers: SeedWorker[] = [];
let idle: SeedWorker[] = [];
beforeAll(() => {
  workers = Array.from({ length: workerCount }, () => new SeedWorker(inject('testPostgres')));
  idle = [...workers];
});
afterAll(async () => {
  for (const worker of workers) await worker[Symbol.asyncDispose]();
});

test.concurrent.for(mutants)(
  'is found: $name',
  { timeout: 2 * search.timeoutMs },
  async (mutant, { expect }) => {
    const worker = idle.pop();
    if (!worker) throw new Error('more tests run at once than there are workers');
    const report = await findMutant(worker, mutant, search).finally(() => idle.push(worker));
    expect(report?.violation ?? null, 'it survived').not.toBeNull();
    if (report !== null && report.seed !== knownSeeds[mutant.name]) {
      process.stderr.write(`${mutant.name}: found by another seed, ${report.seed}\n`);
    }
  },
);
