// How every list is paged (api.md "Shape"): skip and limit in the query, the total in X-Total-Count.
import { z } from 'zod';

import { limits } from './limits.ts';

/** `skip` from 0, `limit` from 1 to 1000, 100 when none is sent. */
export const ListQuery = z.object({
  skip: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(limits.listMax).default(limits.listDefault),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const totalCountHeader = 'X-Total-Count';
