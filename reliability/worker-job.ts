// The job of a worker process, and its report of each seed.
import { z } from 'zod';

import type { DatabaseConnection } from '../server/src/platform/db/database.ts';

export const Job = z.object({
  /** The PostgreSQL server, in the form of its driver. */
  connection: z.custom<DatabaseConnection>((value) => typeof value === 'object'),
  template: z.string(),
  /** The worker creates a database of this name, and drops it. */
  database: z.string(),
  firstSeed: z.number(),
  /** The distance to the worker's next seed, where several workers share a range. */
  stride: z.number(),
  steps: z.number(),
  /** The worker ends after this many seeds, or at this time. */
  seeds: z.number(),
  until: z.number(),
  mutant: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

export const Report = z.object({
  seed: z.number(),
  steps: z.number(),
  commands: z.number(),
  logged: z.number(),
  faults: z.record(z.string(), z.number()),
  violation: z.string().nullable(),
  /** The end of the trace, where there is a violation. */
  story: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
