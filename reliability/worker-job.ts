// Messages between a worker process and its parent.
import { z } from 'zod';

import type { DatabaseConnection } from '../server/src/platform/db/database.ts';

/** The first message to a worker. */
export interface Start {
  /** The PostgreSQL server, in the driver's format. */
  connection: DatabaseConnection;
  template: string;
  /** The worker creates this database and drops it at the end. */
  database: string;
}

const Job = z.object({
  firstSeed: z.number(),
  /** Distance to the worker's next seed, if several workers share a range. */
  stride: z.number(),
  steps: z.number(),
  /** Maximum number of seeds. The job also ends at the first violation or at the time `until`. */
  seeds: z.number(),
  until: z.number(),
  mutant: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

/** `end` ends the process. */
export const Order = z.union([Job, z.literal('end')]);
export type Order = z.infer<typeof Order>;

const Report = z.object({
  seed: z.number(),
  steps: z.number(),
  commands: z.number(),
  logged: z.number(),
  faults: z.record(z.string(), z.number()),
  violation: z.string().nullable(),
  /** The end of the trace, if there is a violation. */
  story: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;

/** A report follows each seed; `done` means that the job has ended. */
export const Answer = z.union([z.object({ report: Report }), z.literal('done')]);
export type Answer = z.infer<typeof Answer>;
