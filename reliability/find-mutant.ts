// Finds a seed that detects a mutant. Tries the last known seed, then others from the first. So an outdated seed costs
// time but no coverage. `npm run chaos -- --mutants` stores the seeds.
import { readFileSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import type { Mutant } from './mutant.ts';
import type { SeedWorker } from './seed-worker.ts';
import type { Report } from './worker-job.ts';

const steps = 150;
const seedsFile = new URL('mutant-seeds.json', import.meta.url);
const Seeds = z.record(z.string(), z.number());

/** Last successful seeds, by mutant name. */
export const knownSeeds = Seeds.parse(JSON.parse(readFileSync(seedsFile, 'utf8')));

export function storeSeeds(seeds: z.infer<typeof Seeds>): void {
  writeFileSync(seedsFile, `${JSON.stringify(seeds, null, 2)}\n`);
}

export interface MutantSearch {
  /** Maximum number of other seeds. */
  seeds: number;
  /** In ms. */
  timeoutMs: number;
}

/** Resolves with the first report of a violation, or null if the mutant survived. */
export async function findMutant(
  worker: SeedWorker,
  { name }: Mutant,
  { seeds, timeoutMs }: MutantSearch,
): Promise<Report | null> {
  const job = { steps, stride: 1, until: Date.now() + timeoutMs, mutant: name };
  let found: Report | null = null;
  const onReport = (report: Report): void => {
    if (report.violation !== null) found = report;
  };
  await worker.run({ ...job, firstSeed: knownSeeds[name] ?? 1, seeds: 1 }, onReport);
  if (found === null) await worker.run({ ...job, firstSeed: 1, seeds }, onReport);
  return found;
}
