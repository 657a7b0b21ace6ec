// Looks for a seed that finds a mutant: first the known one, then, if the product has changed since, others from the
// first on, in several processes. So an outdated seed costs time, but no proof.
import type { TestPostgres } from '../server/test/postgres.ts';
import type { Mutant } from './mutants.ts';
import { runWorker } from './run-worker.ts';
import type { Report } from './worker-job.ts';

const steps = 150;

export interface MutantSearch {
  /** The number of processes that share the other seeds. */
  workers: number;
  /** The maximum of other seeds. */
  seeds: number;
  /** In ms. */
  timeoutMs: number;
}

/** The first report of a violation; null where the mutant survived. */
export async function findMutant(
  postgres: TestPostgres,
  { name, foundBy }: Mutant,
  { workers, seeds, timeoutMs }: MutantSearch,
): Promise<Report | null> {
  const until = Date.now() + timeoutMs;
  const found: Report[] = [];
  const stop = new AbortController();
  function onReport(report: Report): void {
    if (report.violation === null) return;
    found.push(report);
    stop.abort();
  }
  const job = { steps, until, mutant: name };
  await runWorker(postgres, { ...job, firstSeed: foundBy, stride: 1, seeds: 1 }, { onReport });
  if (found.length === 0) {
    const jobPart = { ...job, stride: workers, seeds: Math.ceil(seeds / workers) };
    const all = Array.from({ length: workers }, (_, index) =>
      runWorker(postgres, { ...jobPart, firstSeed: 1 + index }, { onReport, signal: stop.signal }),
    );
    await Promise.all(all);
  }
  return found.toSorted((one, other) => one.seed - other.seed)[0] ?? null;
}
