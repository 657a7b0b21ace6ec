// GET /version.json and /api/version.
import { z } from 'zod';

export const Version = z.object({
  version: z.string(),
  buildDate: z.string(),
  commitHash: z.string(),
  buildId: z.string(),
});
export type Version = z.infer<typeof Version>;
