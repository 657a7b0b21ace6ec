// What a worker process is asked, and what it tells of each seed.
import { z } from 'zod';

import type { DatabaseConnection } from '../server/src/platform/db/database.ts';

export const Job = z.object({
  /** Of the server, as its driver takes it. */
  connection: z.custom<DatabaseConnection>((value) => typeof value === 'object'),
  template: z.string(),
  /** A database of this name is made for it, and dropped. */
  database: z.string(),
  firstSeed: z.number(),
  /** The next seed is so many further on, for workers that share a row of them. */
  stride: z.number(),
  steps: z.number(),
  /** It ends after so many seeds, or when this moment has come. */
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
  /** The end of the story, where there is a violation. */
  story: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
