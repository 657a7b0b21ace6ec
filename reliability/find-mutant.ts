// Looks for a seed that gives a mutant away: first the one that is known to, then, where the product has changed since,
// others from the first on, in several processes. So a known seed that has gone stale costs time and proves no less.
import type { TestPostgres } from '../server/test/postgres.ts';
import type { Mutant } from './mutants.ts';
import { runWorker } from './run-worker.ts';
import type { Report } from './worker-job.ts';

const steps = 150;

export interface Hunt {
  /** So many processes share the other seeds. */
  workers: number;
  /** So many other seeds at most. */
  seeds: number;
  /** In ms. */
  patience: number;
}

/** The first report of a violation; null where the mutant survived. */
export async function findMutant(
  postgres: TestPostgres,
  { name, foundBy }: Mutant,
  { workers, seeds, patience }: Hunt,
): Promise<Report | null> {
  const until = Date.now() + patience;
  const found: Report[] = [];
  const enough = new AbortController();
  function heard(report: Report): void {
    if (report.violation === null) return;
    found.push(report);
    enough.abort();
  }
  const job = { steps, until, mutant: name };
  await runWorker(postgres, { ...job, firstSeed: foundBy, stride: 1, seeds: 1 }, { heard });
  if (found.length === 0) {
    const share = { ...job, stride: workers, seeds: Math.ceil(seeds / workers) };
    const all = Array.from({ length: workers }, (_, index) =>
      runWorker(postgres, { ...share, firstSeed: 1 + index }, { heard, enough: enough.signal }),
    );
    await Promise.all(all);
  }
  return found.toSorted((one, other) => one.seed - other.seed)[0] ?? null;
}
