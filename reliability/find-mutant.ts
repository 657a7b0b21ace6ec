// Looks for a seed that finds a mutant: first the known one, then, if the product has changed since, others from the
// first on. So an outdated seed costs time, but no proof.
import type { Mutant } from './mutant.ts';
import type { SeedWorker } from './seed-worker.ts';
import type { Report } from './worker-job.ts';

const steps = 150;

export interface MutantSearch {
  /** The maximum of other seeds. */
  seeds: number;
  /** In ms. */
  timeoutMs: number;
}

/** The first report of a violation; null where the mutant survived. */
export async function findMutant(
  worker: SeedWorker,
  { name, foundBy }: Mutant,
  { seeds, timeoutMs }: MutantSearch,
): Promise<Report | null> {
  const job = { steps, stride: 1, until: Date.now() + timeoutMs, mutant: name };
  let found: Report | null = null;
  const onReport = (report: Report): void => {
    if (report.violation !== null) found = report;
  };
  await worker.run({ ...job, firstSeed: foundBy, seeds: 1 }, onReport);
  if (found === null) await worker.run({ ...job, firstSeed: 1, seeds }, onReport);
  return found;
}
